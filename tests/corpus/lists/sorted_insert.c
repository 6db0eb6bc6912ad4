// SPDX-License-Identifier: MIT
// Insertion into a sorted list through a pointer to the link.
// run: -> ok
// run: inputs=5,3,1,4,1,5 -> ok
// run: inputs=3,-7,0,7 -> ok
// run: LINK inputs=1,7 -> uninitialised-pointer @link
// run: SMALL inputs=1,1 -> out-of-bounds @small
// run: LOST inputs=3,1,2,3 -> memory-leak @lost
// also: -m32
#include <stdio.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct cell {
    int key;
    int count;
    struct cell *next;
};

static void insert(struct cell **link, int key) {
    while (*link != NULL && (*link)->key < key) link = &(*link)->next;
    if (*link != NULL && (*link)->key == key) {
        (*link)->count++;
        return;
    }
#ifdef SMALL
    struct cell *c = malloc(sizeof c->key);
#else
    struct cell *c = malloc(sizeof *c);
#endif
    c->key = key;
    c->count = 1; // @small
#ifndef LINK
    c->next = *link;
#endif
    *link = c;
}

static int total(const struct cell *c) {
    int sum = 0;
    while (c != NULL) {
        printf("%d x %d\n", c->key, c->count);
        sum += c->key * c->count;
        c = c->next;
    }
    return sum;
}

int main(void) {
    struct cell *head = NULL;
    int n = __VERIFIER_nondet_int();
    while (n-- > 0) insert(&head, __VERIFIER_nondet_int());
#ifdef LINK
    printf("second %d\n", head->next->key); // @link
#endif
    printf("total %d\n", total(head));
    while (head != NULL) {
        struct cell *c = head;
#ifdef LOST
        head = c->next ? c->next->next : NULL;
#else
        head = c->next;
#endif
        free(c); // @lost
    }
    return 0;
}
