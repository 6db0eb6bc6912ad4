// SPDX-License-Identifier: MIT
// expect: not unsafe
#include <stdlib.h>
#include <string.h>

extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern char __VERIFIER_nondet_char(void);
extern void __VERIFIER_assume(int);

// A length that passes a test it should not.
int main(void) {
    char from[64] = {0}, to[64];
    unsigned n = __VERIFIER_nondet_uint();
    if (n % 16 != 3) return 0;
    if (n > 63) return 0;
    memcpy(to, from, n);
    return 0;
}
