// expect: not safe error-call 11
// The store is one of several places: none of them surely holds what it held.
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_error(void);
int main(void) {
    int small[8] = {1, 2, 3, 4, 5, 6, 7, 8};
    int i = __VERIFIER_nondet_int();
    if (i < 0 || i > 7) return 0;
    small[7 - i] = 20;
    if (small[2] != 3) __VERIFIER_error();
    return 0;
}
