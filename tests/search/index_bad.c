// SPDX-License-Identifier: MIT
// expect: unsafe out-of-bounds 16
#include <stdlib.h>
#include <string.h>

extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern char __VERIFIER_nondet_char(void);
extern void __VERIFIER_assume(int);

// An index that leaves the array for one of many inputs.
int main(void) {
    int table[28] = {0};
    int i = __VERIFIER_nondet_int();
    if (i < 100 || i > 110) return 0;
    return table[(i - 101) * 3 + 3];
}
