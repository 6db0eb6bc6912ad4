// SPDX-License-Identifier: MIT
// Ackermann, mutual recursion, Hanoi with explicit pegs, recursion through a pointer to local.
// run: inputs=2,3 -> ok
// run: inputs=0,0 -> ok
// run: inputs=1,9 -> ok
// run: FRAME inputs=1,2 -> use-out-of-scope @frame
// also: -m32
#include <stdio.h>

int __VERIFIER_nondet_int(void);

static int ackermann(int m, int n) {
    if (m == 0) return n + 1;
    if (n == 0) return ackermann(m - 1, 1);
    return ackermann(m - 1, ackermann(m, n - 1));
}

static int is_odd(unsigned n);
static int is_even(unsigned n) { return n == 0 ? 1 : is_odd(n - 1); }
static int is_odd(unsigned n) { return n == 0 ? 0 : is_even(n - 1); }

static int moves;
static void hanoi(int n, char a, char b, char c) {
    if (n == 0) return;
    hanoi(n - 1, a, c, b);
    moves++;
    hanoi(n - 1, c, b, a);
}

struct chain {
    const struct chain *up;
    int v;
};
static int depth_sum(int n, const struct chain *up) {
    struct chain here = {up, n};
    if (n > 0) return depth_sum(n - 1, &here);
    int sum = 0;
    for (const struct chain *c = &here; c; c = c->up) sum += c->v;
    return sum;
}

static int *deepest(int n) {
    int local = n, *p = &local;
    return n == 0 ? p : deepest(n - 1);
}

int main(void) {
    int m = __VERIFIER_nondet_int(), n = __VERIFIER_nondet_int();
    printf("%d\n", ackermann(m, n));
    hanoi(n, 'a', 'b', 'c');
    printf("%d %d %d %d\n", is_even((unsigned)n), is_odd((unsigned)n), moves, depth_sum(n, NULL));
#ifdef FRAME
    printf("%d\n", *deepest(n)); // @frame
#else
    (void)deepest;
#endif
    return 0;
}
