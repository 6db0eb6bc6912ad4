// expect: safe
// expect -DTWICE: unsafe out-of-bounds @read
// expect -DNEGATIVE: unsafe out-of-bounds @write
// What is not used of an array is given back.
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);

int main(void) {
    int n = __VERIFIER_nondet_int(), used = 0;
    if (n <= 0 || n > 1000000) return 1;
    long *at = malloc((size_t)n * sizeof *at);
    if (!at) return 1;
    while (used < n && __VERIFIER_nondet_int()) at[used++] = used;
#ifdef NEGATIVE
    at[used - 1] = 0; // @write
#endif
    if (used == 0) {
        free(at);
        return 0;
    }
    long *fit = realloc(at, (size_t)used * sizeof *at);
    if (!fit) {
        free(at);
        return 1;
    }
    long sum = 0;
#ifdef TWICE
    for (int i = 0; i < n; i++) sum += fit[i]; // @read
#else
    for (int i = 0; i < used; i++) sum += fit[i];
#endif
    free(fit);
    return sum != 0;
}
