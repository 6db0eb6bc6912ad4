// expect: safe
// expect -DNEXT: unsafe out-of-bounds @compare
// expect -DEMPTY: unsafe out-of-bounds @last
// Numbers of a sorted array that come more than once are taken out of it: compared with the next one, and the last one of none.
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);

static size_t unique(int *a, size_t n) {
    size_t to = 0;
    for (size_t i = 0; i < n; i++)
#ifdef NEXT
        if (a[i] != a[i + 1]) a[to++] = a[i]; // @compare
#else
        if (i == 0 || a[i] != a[i - 1]) a[to++] = a[i];
#endif
    return to;
}

int main(void) {
    size_t n = __VERIFIER_nondet_uint();
    int *a = calloc(n, sizeof *a);
    if (!a) return 1;
    for (size_t i = 0; i < n; i++) a[i] = __VERIFIER_nondet_int();
    size_t left = unique(a, n);
#ifdef EMPTY
    int last = a[left - 1]; // @last
#else
    int last = left ? a[left - 1] : 0;
#endif
    free(a);
    return last > 0;
}
