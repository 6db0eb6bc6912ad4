// SPDX-License-Identifier: MIT
// The division functions of the C library, which return structs.
// run: inputs=7,2 -> ok
// run: inputs=-7,2 -> ok
// also: -m32
#include <stdio.h>
#include <stdlib.h>

int __VERIFIER_nondet_int(void);

int main(void) {
    int a = __VERIFIER_nondet_int(), b = __VERIFIER_nondet_int();
    div_t d = div(a, b);
    printf("%d %d\n", d.quot, d.rem);
    ldiv_t l = ldiv(a * 1000L, b + 1L);
    printf("%ld %ld\n", l.quot, l.rem);
    return 0;
}
