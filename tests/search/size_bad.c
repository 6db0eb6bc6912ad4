// SPDX-License-Identifier: MIT
// expect: unsafe out-of-bounds 17
#include <stdlib.h>
#include <string.h>

extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern char __VERIFIER_nondet_char(void);
extern void __VERIFIER_assume(int);

// A block whose size is an input, and is nearly always large enough.
int main(void) {
    unsigned n = __VERIFIER_nondet_uint();
    if (n < 1000 || n > 5000) return 0;
    char *p = malloc(n);
    if (!p) return 1;
    p[1003] = 1;
    free(p);
    return 0;
}
