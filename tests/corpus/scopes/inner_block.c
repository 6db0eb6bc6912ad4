// SPDX-License-Identifier: MIT
// Pointers to variables of inner blocks, loop bodies and conditionals.
// run: inputs=3 -> ok
// run: inputs=0 -> ok
// run: BLOCK inputs=1 -> use-out-of-scope @block
// run: REBORN inputs=3 -> ok
// run: LOOP inputs=3 -> use-out-of-scope @loop
// run: BRANCH inputs=2 -> use-out-of-scope @branch
// run: FOR inputs=2 -> use-out-of-scope @for
// also: -m32
#include <stdio.h>

int __VERIFIER_nondet_int(void);

int main(void) {
    int n = __VERIFIER_nondet_int(), outer = 1;
    int *p = &outer;
    {
        int inner = n * 2;
        p = &inner;
        *p += 1;
        outer += *p;
    }
#ifdef BLOCK
    outer += *p; // @block
#endif
    p = &outer;
    for (int i = 0; i < n; i++) {
#ifdef LOOP
        if (i > 0) outer += *p; // @loop
#endif
        int body = i;
#ifdef REBORN
        if (i > 0) body += *p;
#endif
        p = &body;
        outer += *p;
    }
    p = &outer;
    if (n > 1) {
        int chosen[3] = {1, 2, 3};
        p = chosen + 1;
        outer += *p;
    } else {
        int other = 9;
        p = &other;
        outer += *p;
    }
#ifdef BRANCH
    *p = 0; // @branch
#endif
    p = &outer;
    for (int k = 0; k < 3; k++) p = &k;
#ifdef FOR
    printf("%d\n", *p); // @for
#endif
    printf("%d\n", outer);
    return 0;
}
