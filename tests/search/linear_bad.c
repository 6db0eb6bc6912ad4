// SPDX-License-Identifier: MIT
// expect: unsafe use-after-free 19
#include <stdlib.h>
#include <string.h>

extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern char __VERIFIER_nondet_char(void);
extern void __VERIFIER_assume(int);

// A factor and a sum lead to one input.
int main(void) {
    int x = __VERIFIER_nondet_int();
    int *p = malloc(sizeof *p);
    if (!p) return 1;
    *p = 0;
    if (x * 7 + 3 == 52472) {
        free(p);
        *p = 1;
    }
    free(p);
    return 0;
}
