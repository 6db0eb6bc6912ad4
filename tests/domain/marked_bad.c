// expect: not safe invalid-free 17
// Marks in the lowest bits of pointers.
#include <stdint.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_error(void);
static long table[2];
int main(void) {
    int *p = malloc(sizeof *p);
    uintptr_t word = (uintptr_t)p, other = (uintptr_t)&table[1];
    if (__VERIFIER_nondet_int()) word |= 1;
    if (word & 2 || (other & 3) != 0) __VERIFIER_error();
    other ^= 1;
    other ^= 1;
    *(long *)other = 1;
    *(int *)(word & ~(uintptr_t)1) = 1;
    free((void *)(word & ~(uintptr_t)2));
    return 0;
}
