// SPDX-License-Identifier: MIT
// main without a return statement, calling itself, through a pointer; exit status truncated.
// run: inputs=3 -> ok
// run: inputs=0 -> ok
// run: STATUS inputs=300 -> ok
// run: NEGATIVE inputs=1 -> ok
// also: -m32
#include <stdio.h>

int __VERIFIER_nondet_int(void);

static int depth;

int main(void) {
    int (*again)(void) = main;
    if (depth == 0) {
        depth = __VERIFIER_nondet_int();
#ifdef STATUS
        return depth;
#endif
#ifdef NEGATIVE
        return -depth;
#endif
    }
    printf("%d\n", depth);
    if (depth-- > 1) again();
}
