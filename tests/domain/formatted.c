// expect: safe
// A number fits.
#include <stdio.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
    char text[12];
    sprintf(text, "%d", __VERIFIER_nondet_int());
    return 0;
}
