// expect: safe
// expect -DSHORT: unsafe out-of-bounds @copy
// expect -DLATE: unsafe out-of-bounds @copy
// expect -DFLAT: unsafe out-of-bounds @kept
// Sizes that are compared before there are blocks of them; indices and pointers that go through two arrays in step.
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);

static void copy(char *to, const char *from) {
    while ((*to = *from)) {  // @copy
        ++to;
        ++from;
    }
}

// Those of a that are not negative.
static int filter(const int *a, int n, int *out) {
    int kept = 0;
    for (int i = 0; i < n; i++)
        if (a[i] >= 0) out[kept++] = a[i];  // @kept
    return kept;
}

static int sum_of_bytes(int *a, int n) {
    int sum = 0;
    for (int i = 0; i < n; i++) {
        char *p = (char *)(a + i) + 2;
        while (*p > 0) {
            sum++;
            --*p;
        }
    }
    return sum;
}

int main(void) {
    int room = __VERIFIER_nondet_int(), length = __VERIFIER_nondet_int(), n = __VERIFIER_nondet_int();
    if (room < 1 || length < 1 || n < 1 || n > 100000) return 0;
#ifdef SHORT
    if (room < length - 1) return 0;
#else
    if (room < length) return 0;
#endif
    char *to = malloc(room), *from = calloc(length * sizeof(char), 1);
    for (int i = 0; i < length - 1; i++) from[i] = 'a';
#ifdef LATE
    if (length > 1) from[length - 1] = 'b';
#else
    from[length - 1] = 0;
#endif
    copy(to, from);
    free(to);
    free(from);
    int *a = calloc(n, sizeof *a);
#ifdef FLAT
    int *out = malloc((n - (n > 2)) * sizeof *out);
#else
    int *out = malloc(n * sizeof *out);
#endif
    sum_of_bytes(a, n);
    filter(a, n, out);
    free(a);
    free(out);
    return 0;
}
