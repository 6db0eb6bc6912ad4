// expect: safe
// expect -DELEMENT: unsafe uninitialised-value @element
// expect -DPOINTER: unsafe uninitialised-value @pointer
// expect -DBIT: unsafe uninitialised-value @bit
// expect -DHEAP: unsafe uninitialised-value @heap
// Elements beside those that were given are taken to be given, too, where an index is not one number; runs may show that they were not.
#include <stdlib.h>
unsigned __VERIFIER_nondet_uint(void);
struct flags {
    unsigned a : 3, b : 5;
};

int main(void) {
    int some[4], all[4], count = 0;
    struct flags f;
    unsigned i = __VERIFIER_nondet_uint();
    unsigned n = __VERIFIER_nondet_uint() % 8 + 2;
    int *block = malloc(n * sizeof *block);
    if (i > 3) i = 0;
    for (unsigned k = 0; k < 4; k++) all[k] = 0;
    for (unsigned k = 0; k < n; k++) block[k] = 1;
    some[i] = 1;
    if (some[i]) count++;
    if (all[i] || block[n - 1]) count++;
    f.a = 1;
    f.b = 2;
    if (f.b) count++;
#ifdef ELEMENT
    if (some[0]) count++;  // @element
#elif defined POINTER
    int more[4], *p = more + i;
    *p = 1;
    if (more[1]) count++;  // @pointer
#elif defined BIT
    struct flags g;
    g.a = 1;
    if (g.b) count++;  // @bit
#elif defined HEAP
    int *other = malloc(n * sizeof *other);
    other[n - 1] = 1;
    if (other[0]) count++;  // @heap
    free(other);
#endif
    free(block);
    return count;
}
