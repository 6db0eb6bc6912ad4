// SPDX-License-Identifier: MIT
// expect: unsafe null-dereference 18
#include <stdlib.h>
#include <string.h>

extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern char __VERIFIER_nondet_char(void);
extern void __VERIFIER_assume(int);

// Four bytes that together are one number.
int main(void) {
    unsigned char bytes[4];
    unsigned word;
    for (int i = 0; i < 4; i++) bytes[i] = (unsigned char)__VERIFIER_nondet_char();
    memcpy(&word, bytes, sizeof word);
    int value = 0, *p = word == 0x7f454c46 ? NULL : &value;
    return *p;
}
