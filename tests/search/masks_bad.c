// SPDX-License-Identifier: MIT
// expect: unsafe invalid-free 17
#include <stdlib.h>
#include <string.h>

extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern char __VERIFIER_nondet_char(void);
extern void __VERIFIER_assume(int);

// Bits of one input, each part tested by itself.
int main(void) {
    unsigned x = __VERIFIER_nondet_uint();
    char *p = malloc(8);
    if (!p) return 1;
    if ((x & 0xff00) == 0x4200 && x >> 24 == 7 && x % 10 == 3) {
        free(p + 1);
        return 0;
    }
    free(p);
    return 0;
}
