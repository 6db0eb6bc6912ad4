// SPDX-License-Identifier: MIT
// Each node holds the exclusive or of its neighbours' addresses.
// run: inputs=4 -> ok
// run: inputs=1 -> ok
// run: inputs=0 -> ok
// run: FORGOT inputs=3 -> use-after-free @forgot
// also: -m32
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

int __VERIFIER_nondet_int(void);

struct xnode {
    uintptr_t both;
    int v;
};

struct xlist {
    struct xnode *head, *tail;
};

static struct xnode *step(struct xnode *from, struct xnode *at) {
    return (struct xnode *)(at->both ^ (uintptr_t)from); // @forgot
}

static void append(struct xlist *l, int v) {
    struct xnode *x = malloc(sizeof *x);
    x->v = v;
    x->both = (uintptr_t)l->tail;
    if (l->tail) l->tail->both ^= (uintptr_t)x;
    else l->head = x;
    l->tail = x;
}

static void print(struct xnode *start) {
    struct xnode *prev = NULL, *at = start;
    while (at != NULL) {
        printf("%d ", at->v);
        struct xnode *next = step(prev, at);
        prev = at;
        at = next;
    }
    printf("\n");
}

int main(void) {
    struct xlist l = {NULL, NULL};
    int n = __VERIFIER_nondet_int();
    for (int i = 0; i < n; i++) append(&l, 10 + i);
    print(l.head);
    print(l.tail);
    struct xnode *prev = NULL, *at = l.head;
    while (at) {
        struct xnode *next = step(prev, at);
#ifdef FORGOT
        free(at);
        step(prev, at);
#else
        prev = at;
        if (next) next->both ^= (uintptr_t)at;
        free(at);
        prev = NULL;
#endif
        at = next;
    }
    return 0;
}
