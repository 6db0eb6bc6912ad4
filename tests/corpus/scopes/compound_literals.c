// SPDX-License-Identifier: MIT
// Compound literals: in a block, at file scope, as arguments, in a loop.
// run: inputs=2 -> ok
// run: inputs=0 -> ok
// run: BLOCK inputs=2 -> ok
// run: RETURNED inputs=2 -> use-out-of-scope @returned
// run: INDEX inputs=3 -> out-of-bounds @index
// also: -m32
#include <stdio.h>

int __VERIFIER_nondet_int(void);

struct pair {
    int a, b;
};

static int *file_scope = (int[]){5, 6, 7};

static int sum(const struct pair *p, int n) {
    int s = 0;
    for (int i = 0; i < n; i++) s += p[i].a * p[i].b;
    return s;
}

static struct pair *literal(int n) {
    struct pair *p = &(struct pair){n, n};
    return p;
}

int main(void) {
    int n = __VERIFIER_nondet_int();
    printf("%d\n", sum((struct pair[]){{1, n}, {n, 2}, {.b = 4, .a = 1}}, 3));
    struct pair *p = &(struct pair){n, n + 1};
    p->a++;
    printf("%d %d %d\n", p->a, p->b, file_scope[1]);
    for (int i = 0; i < n; i++) {
        int *fresh = (int[]){i, i * 2};
        fresh[0] += fresh[1];
        printf("%d ", fresh[0]);
    }
    printf("\n");
    {
        p = &(struct pair){.b = 8};
        printf("%d\n", p->a + p->b);
    }
#ifdef BLOCK
    printf("%d\n", p->b);
#endif
#ifdef RETURNED
    printf("%d\n", literal(n)->b); // @returned
#else
    (void)literal;
#endif
#ifdef INDEX
    printf("%d\n", file_scope[n]); // @index
#endif
    return 0;
}
