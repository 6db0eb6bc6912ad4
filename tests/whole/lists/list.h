// SPDX-License-Identifier: MIT
// What every client needs: nodes, lists of any length, and what is asserted of them.  A list that became cyclic would be freed twice by drop.
#include <assert.h>
#include <stdbool.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);

struct node {
    int data;
    struct node *next;
};

static struct node *push(struct node *next, int data) {
    struct node *n = malloc(sizeof *n);
    n->data = data;
    n->next = next;
    return n;
}

static int digit(void) { return (int)(__VERIFIER_nondet_uint() % 10); }

// Any number of nodes in front of rest; with `segment`, one at least.
static struct node *some(struct node *rest) {
    while (__VERIFIER_nondet_int()) rest = push(rest, digit());
    return rest;
}

static struct node *segment(struct node *rest) { return push(some(rest), digit()); }

// The same up to a given node of it.
static bool reaches(const struct node *from, const struct node *to) {
    while (from && from != to) from = from->next;  // @link
    return from == to;
}

// Frees the nodes from `from` up to `to`, which stays.
static void drop(struct node *from, const struct node *to) {
    while (from != to) {
        struct node *next = from->next;  // @drop
        free(from);
        from = next;
    }
}
