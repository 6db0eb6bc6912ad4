// SPDX-License-Identifier: MIT
// assert, abort, and error calls behind conditions.
// run: inputs=4 -> ok
// run: inputs=3 -> assertion-failure @even
// run: inputs=100 -> error-call @large
// run: inputs=-2 -> abort
// also: -m32
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>

int __VERIFIER_nondet_int(void);
void __VERIFIER_error(void);

static int check(int n) {
    assert(n % 2 == 0); // @even
    if (n > 50) __VERIFIER_error(); // @large
    if (n < 0) abort();
    return n / 2;
}

int main(void) {
    int *p = malloc(sizeof *p);
    *p = check(__VERIFIER_nondet_int());
    printf("%d\n", *p);
    free(p);
    return 0;
}
