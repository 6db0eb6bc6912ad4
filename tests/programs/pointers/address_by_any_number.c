// expect: safe
// expect -DBAD_ALWAYS: unsafe out-of-bounds @always
// expect -DBAD_BEHIND: unsafe double-free @behind
// The address of an element by a number that can be any of 64 bits: what follows is reached, whatever the number is.
#include <stdlib.h>

extern unsigned long __VERIFIER_nondet_ulong(void);

struct pair {
    long key, value;
};

int main(void) {
    unsigned long n = __VERIFIER_nondet_ulong();
    struct pair *all = calloc(1, sizeof *all), *one = all + n;
    long sum = 0;
#ifndef BAD_ALWAYS
    if (n < 1)
#endif
        sum += one->value;  // @always
    free(all);
#ifdef BAD_BEHIND
    free(all);  // @behind
#endif
    return sum > 0;
}
