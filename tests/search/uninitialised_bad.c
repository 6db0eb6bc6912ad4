// SPDX-License-Identifier: MIT
// expect: unsafe uninitialised-value 16
#include <stdlib.h>
#include <string.h>

extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern char __VERIFIER_nondet_char(void);
extern void __VERIFIER_assume(int);

// What an uninitialised number decides is no run of its own: that it decides is the fault.
int main(void) {
    int kind;
    char *p = malloc(1);
    if (!p) return 1;
    if (__VERIFIER_nondet_int() == 7 && kind == 31337) {
        p = NULL;
    }
    free(p);
    return 0;
}
