// SPDX-License-Identifier: MIT
// Calls through pointers of other types, without prototype, with unused results and arguments too many.
// run: inputs=3 -> ok
// run: FEWER inputs=3 -> uninitialised-pointer @fewer
#include <stdio.h>

int __VERIFIER_nondet_int(void);

static int add(int a, int b) { return a + b; }
static void nothing(int *p) { *p = 9; }
static int zero_arguments() { return 4; }

typedef int (*any)();
typedef int (*binary)(int, int);

static int *pass(int *p) { return p; }

int main(void) {
    int n = __VERIFIER_nondet_int(), x = 0;
    any f = (any)add;
    printf("%d\n", f(n, 2));
    ((void (*)(void *))nothing)(&x);
    printf("%d %d\n", x, zero_arguments());
    printf("%d\n", ((int (*)(int, int, int))add)(n, 1, 99));
    void *(*g)(void *) = (void *(*)(void *))pass;
    printf("%d\n", *(int *)g(&n));
#ifdef FEWER
    int *unset;
    printf("%d\n", *pass(unset)); // @fewer
#endif
    add(1, 2);
    return ((binary)f)(n, n);
}
