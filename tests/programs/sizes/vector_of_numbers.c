// expect: safe
// expect -DWRAPS: unsafe out-of-bounds @set by size-overflow
#include <stdint.h>
#include <stdlib.h>
extern unsigned long __VERIFIER_nondet_ulong(void);

int main(void) {
    size_t n = __VERIFIER_nondet_ulong();
#ifndef WRAPS
    if (n > SIZE_MAX / sizeof(long)) return 1;
#endif
    long *numbers = malloc(n * sizeof *numbers);
    if (!numbers) return 1;
    for (size_t i = 0; i < n; i++)
        numbers[i] = (long)i; // @set
    free(numbers);
    return 0;
}
