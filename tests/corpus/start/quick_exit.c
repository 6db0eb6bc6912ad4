// SPDX-License-Identifier: MIT
// quick_exit runs handlers of its own, which the interpreter does not.
// run: inputs=0 -> unknown
// run: inputs=1 -> unknown
#include <stdio.h>
#include <stdlib.h>

int __VERIFIER_nondet_int(void);

static void quick(void) { puts("quick"); }
static void normal(void) { puts("normal"); }

int main(void) {
    atexit(normal);
    at_quick_exit(quick);
    if (__VERIFIER_nondet_int()) quick_exit(8);
    return 3;
}
