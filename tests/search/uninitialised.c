// SPDX-License-Identifier: MIT
// expect: not unsafe
#include <stdlib.h>
#include <string.h>

extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern char __VERIFIER_nondet_char(void);
extern void __VERIFIER_assume(int);

// A number that is given is no uninitialised one.
int main(void) {
    int kind = __VERIFIER_nondet_int();
    char *p = malloc(1);
    if (!p) return 1;
    if (kind == 31337) {
        p[0] = 1;
    }
    free(p);
    return 0;
}
