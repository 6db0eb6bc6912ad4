// SPDX-License-Identifier: MIT
// expect: unsafe null-dereference 19
#include <stdlib.h>
#include <string.h>

extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern char __VERIFIER_nondet_char(void);
extern void __VERIFIER_assume(int);

// A number that is cut to a byte, with its sign.
int main(void) {
    int x = __VERIFIER_nondet_int();
    signed char c = (signed char)(x + 3);
    int value = 0, *p = &value;
    if (c == -56 && x > 70000 && x < 80000) {
        p = NULL;
    }
    return *p;
}
