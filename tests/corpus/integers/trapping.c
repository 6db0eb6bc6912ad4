// SPDX-License-Identifier: MIT
// Division by zero stops the program; so does the least number divided by minus one.
// run: inputs=6,3 -> ok
// run: inputs=1,0 -> trap
// run: inputs=-2147483648,-1 -> trap
// also: -m32
#include <stdio.h>

int __VERIFIER_nondet_int(void);

int main(void) {
    int a = __VERIFIER_nondet_int(), b = __VERIFIER_nondet_int();
    printf("dividing\n");
    printf("%d\n", a / b);
    return a % b;
}
