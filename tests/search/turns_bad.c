// SPDX-License-Identifier: MIT
// expect: unsafe out-of-bounds 18
#include <stdlib.h>
#include <string.h>

extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern char __VERIFIER_nondet_char(void);
extern void __VERIFIER_assume(int);

// A loop whose number of turns is computed from an input.
int main(void) {
    unsigned n = __VERIFIER_nondet_uint(), sum = 0;
    int a[16];
    if (n > 5000) return 0;
    unsigned turns = n / 100 * 3;
    for (unsigned i = 0; i < turns && i < 40; i++) sum += i;
    if (sum == 276) a[turns - 8] = 1;
    return 0;
}
