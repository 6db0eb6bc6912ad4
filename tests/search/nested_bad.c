// SPDX-License-Identifier: MIT
// expect: unsafe null-dereference 24
#include <stdlib.h>
#include <string.h>

extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern char __VERIFIER_nondet_char(void);
extern void __VERIFIER_assume(int);

// Conditions inside conditions, over three inputs.
int main(void) {
    unsigned a = __VERIFIER_nondet_uint(), b = __VERIFIER_nondet_uint(), c = __VERIFIER_nondet_uint();
    int value = 1, *p = &value;
    if (a > 1000 && a < 1010) {
        if (b == a * 17 + 5) {
            if ((c ^ b) == 0xdeadbeef) {
                if (c % 3 == 1) {
                    p = NULL;
                }
            }
        }
    }
    return *p;
}
