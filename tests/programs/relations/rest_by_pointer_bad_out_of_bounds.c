// expect: unsafe out-of-bounds @behind
// expect -DSHORTS: unsafe out-of-bounds @behind
// What is left of an array is taken to be as long as all of it.
#include <stdlib.h>

extern unsigned __VERIFIER_nondet_uint(void);

#ifdef SHORTS
typedef short element;
#else
typedef int element;
#endif

int main(void) {
    int n = __VERIFIER_nondet_uint() & 0xffff, skip = __VERIFIER_nondet_uint() & 0xff;
    element *all = calloc((size_t)n + 1, sizeof *all);
    if (skip > n) {
        free(all);
        return 1;
    }
    element *rest = all + skip;
    int left = n - skip / 4;
    long s = 0;
    for (int i = 0; i <= left; i++) s += rest[i];  // @behind
    free(all);
    return s > 7;
}
