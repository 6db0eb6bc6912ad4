// SPDX-License-Identifier: MIT
// expect: unsafe memory-leak 17
#include <stdlib.h>
#include <string.h>

extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern char __VERIFIER_nondet_char(void);
extern void __VERIFIER_assume(int);

// An uninitialised number is any number.
int main(void) {
    int kind;
    char *p = malloc(1);
    if (!p) return 1;
    if (kind == 31337) {
        p = NULL;
    }
    free(p);
    return 0;
}
