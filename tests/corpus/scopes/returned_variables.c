// SPDX-License-Identifier: MIT
// A variable that is returned has a scope of its own: two of them in one function, in loops, kept by a pointer.
// run: inputs=0 -> ok
// run: inputs=3 -> ok
// run: KEPT inputs=3 -> use-out-of-scope @kept
// also: -m32
#include <stdio.h>

int __VERIFIER_nondet_int(void);

struct small { int a; };
struct large { int a[8]; };

static int *last;

static struct small small(int n) {
    while (n > 2) {
        struct small s = {n};
        n = -n;
        return s;
    }
    {
        struct small t = {n + 100};
        t.a *= 2;
        return t;
    }
}

static struct large large(int n) {
    for (int i = 0; i < 4; i++) {
        struct large s = {{i, n}};
        last = &s.a[1];
        if (i == n) return s;
    }
    struct large t = {{-1}};
    last = 0;
    return t;
}

static struct large changed(int n) {
    struct large s = {{n}};
    last = s.a;
    s.a[7] = *last;
    return s;
}

static struct large spoiled(int n) {
    struct large result;
    {
        struct large s = {{n}};
        last = s.a;
        result = s;
    }
#ifdef KEPT
    *last = 5; // @kept
#endif
    return result;
}

int main(void) {
    int n = __VERIFIER_nondet_int();
    printf("%d %d\n", small(n).a, small(n + 1).a);
    printf("%d %d\n", large(n).a[0], changed(n).a[7]);
    printf("%d\n", spoiled(n).a[0]);
    return 0;
}
