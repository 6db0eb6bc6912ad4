// SPDX-License-Identifier: MIT
// A doubly linked list with a header: insert at both ends, remove in the middle.
// run: inputs=4,1,2,-3,4 -> ok
// run: inputs=7,1,-2,3,-4,5,-6,7 -> ok
// run: -> ok
// run: BACK inputs=3,1,2,3 -> use-after-free @back
// run: HEAD inputs=1,1 -> invalid-free @head
// run: NOPREV inputs=2,5,6 -> null-dereference @noprev
// also: -m32
#include <stdio.h>
#include <stdlib.h>

int __VERIFIER_nondet_int(void);

struct dnode {
    struct dnode *prev, *next;
    int v;
};

struct dlist {
    struct dnode *first, *last;
    unsigned length;
};

static void add_last(struct dlist *l, int v) {
    struct dnode *d = malloc(sizeof(struct dnode));
    *d = (struct dnode){.prev = l->last, .v = v};
    if (l->last) l->last->next = d;
    else l->first = d;
    l->last = d;
    l->length++;
}

static void add_first(struct dlist *l, int v) {
    struct dnode *d = malloc(sizeof(struct dnode));
    *d = (struct dnode){.next = l->first, .v = v};
#ifdef NOPREV
    l->first->prev = d; // @noprev
#else
    if (l->first) l->first->prev = d;
    else l->last = d;
#endif
    l->first = d;
    l->length++;
}

static void unlink_node(struct dlist *l, struct dnode *d) {
    if (d->prev) d->prev->next = d->next;
    else l->first = d->next;
#ifndef BACK
    if (d->next) d->next->prev = d->prev;
    else l->last = d->prev;
#endif
    l->length--;
    free(d);
}

int main(void) {
    struct dlist l = {0};
    int n = __VERIFIER_nondet_int();
    for (int i = 0; i < n; i++) {
        int v = __VERIFIER_nondet_int();
#ifdef NOPREV
        add_first(&l, v);
#else
        if (v < 0) add_first(&l, v);
        else add_last(&l, v);
#endif
    }
    if (l.length > 2) unlink_node(&l, l.first->next);
    for (struct dnode *d = l.last; d; d = d->prev) printf("%d,", d->v); // @back
    printf(" length %u\n", l.length);
#ifdef HEAD
    free(&l); // @head
#endif
    while (l.first) unlink_node(&l, l.first);
    return l.length;
}
