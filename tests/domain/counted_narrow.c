// expect: safe
// expect -DONE_MORE: unsafe out-of-bounds @clear
// expect -DALL: unsafe out-of-bounds @tail
// expect -DSIGNED: unsafe out-of-bounds @half
// expect -DEMPTY: unsafe out-of-bounds @last
// Counters narrower than the pointer or the size that they count, from a size or from a part of it that nothing holds.
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);

static void clear(char *p, unsigned n) {
#ifdef ONE_MORE
    for (n++; n != 0; --n, ++p) *p = 0;  // @clear
#else
    for (; n != 0; --n, ++p) *p = 0;
#endif
}

static void tail(char *a, long n) {
    int i = 1, k = (int)n - 1;
#ifdef ALL
    k = (int)n;
#endif
    while (k-- > 0) a[i++] = 'x';  // @tail
}

static void half(char *p, int n) {
#ifdef SIGNED
    n = -n;
    unsigned short k = n;
#else
    short k = n / 2;
#endif
    for (; k > 0; k--) *p++ = 'y';  // @half
}

int main(void) {
    size_t n = __VERIFIER_nondet_int();  // a negative one is large
#ifndef EMPTY
    if (n < 1) return 0;
#endif
    if (n > 1000) return 0;
    char *a = malloc(n);
    if (!a) return 0;
    clear(a, (unsigned)n);
    tail(a, (long)n);
    half(a, (int)n);
    a[n - 1] = 0;  // @last
    free(a);
    return 0;
}
