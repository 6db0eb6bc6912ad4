// expect: safe
// expect -DTOP: unsafe out-of-bounds @cross
// expect -DZERO: unsafe uninitialised-value @prime
// The sieve of Eratosthenes: a number crossed out behind the last one, and the first ones without a value.
#include <stdlib.h>
extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
    size_t n = __VERIFIER_nondet_uint(), primes = 0;
    if (n < 2 || n > 1 << 20) return 1;
    char *crossed = malloc(n);
    if (!crossed) return 1;
#ifdef ZERO
    for (size_t i = 3; i < n; i++) crossed[i] = 0;
#else
    for (size_t i = 0; i < n; i++) crossed[i] = 0;
#endif
    for (size_t i = 2; i < n; i++) {
        if (crossed[i]) continue; // @prime
        primes++;
#ifdef TOP
        for (size_t k = i; k <= n; k += i) crossed[k] = 1; // @cross
#else
        for (size_t k = i; k < n; k += i) crossed[k] = 1;
#endif
    }
    free(crossed);
    return primes > 3;
}
