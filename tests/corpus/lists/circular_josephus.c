// SPDX-License-Identifier: MIT
// A circular list; every k-th node leaves until one is left.
// run: inputs=7,3 -> ok
// run: inputs=1,1 -> ok
// run: inputs=10,2 -> ok
// run: KEEP inputs=5,2 -> use-after-free @keep
// run: LAST inputs=4,3 -> memory-leak @last
// run: EMPTY inputs=0,3 -> null-dereference @empty
// also: -m32
#include <stdio.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct person {
    int id;
    struct person *left;
};

static struct person *circle(int n) {
    struct person *last = NULL;
    for (int i = 1; i <= n; i++) {
        struct person *p = malloc(sizeof *p);
        p->id = i;
        if (last) {
            p->left = last->left;
            last->left = p;
        } else {
            p->left = p;
        }
        last = p;
    }
    return last;
}

static struct person *play(struct person *p, int k) {
    while (p->left != p) { // @empty
        for (int i = 1; i < k; i++) p = p->left;
        struct person *out = p->left;
        printf("%d ", out->id);
        p->left = out->left;
        free(out);
#ifdef KEEP
        p = out->left; // @keep
#endif
    }
    return p;
}

int main(void) {
    int n = __VERIFIER_nondet_int();
    int k = __VERIFIER_nondet_int();
    struct person *survivor = play(circle(n), k);
    int id = survivor->id;
    printf("-> %d\n", id);
#ifndef LAST
    free(survivor);
#endif
    return id;
} // @last
