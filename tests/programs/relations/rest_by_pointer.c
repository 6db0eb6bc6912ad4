// expect: safe
// expect -DSHORTS: safe
// What is left of an array behind a number of elements that are passed over, by a pointer to the first of it and a length of its own.
#include <stdlib.h>

extern unsigned __VERIFIER_nondet_uint(void);

#ifdef SHORTS
typedef short element;
#else
typedef struct { int key, value; } element;
#endif

static long sum(const element *a, int n) {
    long s = 0;
    for (int i = 0; i < n; i++) {
#ifdef SHORTS
        s += a[i];
#else
        s += a[i].key - a[i].value;
#endif
    }
    return s;
}

int main(void) {
    int n = __VERIFIER_nondet_uint() & 0xffff, skip = __VERIFIER_nondet_uint() & 0xff;
    element *all = calloc((size_t)n + 1, sizeof *all);
    if (skip > n) {
        free(all);
        return 1;
    }
    element *rest = all + skip;
    int left = n - skip;
    for (int i = 0; i < left; i++) {
#ifdef SHORTS
        rest[i] = (short)i;
#else
        rest[i].key = i;
        rest[i].value = skip;
#endif
    }
    long s = sum(rest, left) + sum(all, skip);
    free(all);
    return s > 7;
}
