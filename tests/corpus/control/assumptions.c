// SPDX-License-Identifier: MIT
// Assumptions cut runs; what follows them is judged.
// run: inputs=5 -> ok
// run: inputs=0 -> stopped
// run: inputs=11 -> error-call @reached
// run: inputs=-3 -> stopped
// also: -m32
#include <stdio.h>

int __VERIFIER_nondet_int(void);
void __VERIFIER_assume(int);
void reach_error(void);

int main(void) {
    int n = __VERIFIER_nondet_int();
    printf("before\n");
    __VERIFIER_assume(n > 0);
    printf("positive %d\n", n);
    if (n > 10) reach_error(); // @reached
    __VERIFIER_assume(n != 7);
    return n;
}
