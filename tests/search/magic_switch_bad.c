// SPDX-License-Identifier: MIT
// expect: unsafe out-of-bounds 24
#include <stdlib.h>
#include <string.h>

extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern char __VERIFIER_nondet_char(void);
extern void __VERIFIER_assume(int);

// Three magic numbers in a row, each a case of a switch.
int main(void) {
    int state = 0, rounds = 0;
    char *p = malloc(4);
    if (!p) return 1;
    while (rounds++ < 10) {
        switch (__VERIFIER_nondet_int() ^ 0x1234567) {
        case 90210: state = state == 0 ? 1 : 0; break;
        case 1000003: state = state == 1 ? 2 : 0; break;
        case -77777: state = state == 2 ? 3 : 0; break;
        default: break;
        }
        if (state == 3) {
            p[4] = 1;
        }
    }
    free(p);
    return 0;
}
