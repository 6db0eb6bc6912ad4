// expect: safe
#include <ctype.h>
extern unsigned char __VERIFIER_nondet_uchar(void);
int main(void) { return (isalpha)(__VERIFIER_nondet_uchar()) != 0; }
