// expect: not safe out-of-bounds 7
// A number of 11 characters and an end do not fit.
#include <stdio.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
    char text[11];
    sprintf(text, "%d", __VERIFIER_nondet_int());
    return 0;
}
