// SPDX-License-Identifier: MIT
// expect: unsafe null-dereference 19
#include <stdlib.h>
#include <string.h>

extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern char __VERIFIER_nondet_char(void);
extern void __VERIFIER_assume(int);

// An assumption that few inputs meet, then a test.
int main(void) {
    int x = __VERIFIER_nondet_int(), y = __VERIFIER_nondet_int();
    __VERIFIER_assume(x > 40000 && x < 40100 && y == x * 3 - 7);
    int value = 0, *p = &value;
    if (y - x == 80155) {
        p = NULL;
    }
    return *p;
}
