// SPDX-License-Identifier: MIT
// What a global, a static local or another reachable block still holds at the end is not lost.
// run: inputs=0 -> ok
// run: inputs=1 -> ok
// run: inputs=2 -> ok
// run: inputs=3 -> memory-leak @cut
// run: inputs=4 -> memory-leak @local
#include <stdio.h>
#include <stdlib.h>

int __VERIFIER_nondet_int(void);

struct node {
    struct node *next;
    int v;
};

static struct node *registry;

static struct node *make(int v, struct node *next) {
    struct node *n = malloc(sizeof *n);
    n->v = v;
    n->next = next;
    return n;
}

static int counter(void) {
    static int *count;
    if (count == NULL) count = calloc(1, sizeof *count);
    return ++*count;
}

int main(void) {
    struct node *mine = make(9, NULL);
    registry = make(1, make(2, make(3, NULL)));
    switch (__VERIFIER_nondet_int()) {
    case 0: free(mine); break;
    case 1:
        counter();
        printf("%d\n", counter());
        registry->next->next->next = mine;
        break;
    case 2: exit(registry->v + mine->v);
    case 3:
        registry->next->next = mine; // @cut
        break;
    case 4: break;
    }
    return registry->v;
} // @local
