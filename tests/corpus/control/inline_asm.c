// SPDX-License-Identifier: MIT
// Assembly without operands does nothing; barriers; an empty one that passes a value through memory is unknown to the interpreter.
// run: inputs=3 -> ok
// run: PAUSE inputs=3 -> ok
// run: OUT inputs=3 -> unknown
#include <stdio.h>

int __VERIFIER_nondet_int(void);

#define barrier() __asm__ __volatile__("" ::: "memory")

int main(void) {
    int n = __VERIFIER_nondet_int(), *p = &n;
    barrier();
    *p += 1;
    barrier();
#ifdef PAUSE
    __asm__ __volatile__("nop");
    __asm__ __volatile__("pause" ::: "memory");
#endif
#ifdef OUT
    int copy;
    __asm__("movl %1, %0" : "=r"(copy) : "r"(n));
    if (copy > 100) puts("large");
#endif
    printf("%d\n", n);
    return 0;
}
