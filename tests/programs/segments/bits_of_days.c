// expect: safe
// expect -DWORDS: unsafe out-of-bounds @test
// expect -DGIVEN: unsafe uninitialised-value @test
// A set of days as bits of words: one word too few, and a word that was never given.
#include <stdlib.h>
extern unsigned __VERIFIER_nondet_uint(void);
enum { BITS = 32 };

int main(void) {
    unsigned days = __VERIFIER_nondet_uint(), day, free_days = 0;
    if (days < 1 || days > 100000) return 1;
#ifdef WORDS
    unsigned words = days / BITS;
#else
    unsigned words = days / BITS + 1;
#endif
    unsigned *set = malloc(words * sizeof *set);
    if (!set) return 1;
#ifdef GIVEN
    for (unsigned i = 1; i < words; i++) set[i] = 0;
#else
    for (unsigned i = 0; i < words; i++) set[i] = 0;
#endif
    while ((day = __VERIFIER_nondet_uint()) < days) set[day / BITS] |= 1u << day % BITS;
    for (day = 0; day < days; day++)
        if (!(set[day / BITS] >> day % BITS & 1)) free_days++; // @test
    free(set);
    return free_days > 10;
}
