// expect: safe
// expect -DBELOW: unsafe out-of-bounds @move
// expect -DLAST: unsafe out-of-bounds @last
// Numbers read into an array without values, sorted in place: one moved below the first, and one more looked at than there is room.
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);

static void sort(int *a, size_t n) {
    for (size_t i = 1; i < n; i++) {
        int x = a[i];
        size_t k = i;
#ifdef BELOW
        while (a[k - 1] > x) { // @move
#else
        while (k > 0 && a[k - 1] > x) {
#endif
            a[k] = a[k - 1];
            k--;
        }
        a[k] = x;
    }
}

int main(void) {
    size_t n = __VERIFIER_nondet_uint(), used = 0;
    int *a = malloc(n * sizeof *a), sum = 0;
    if (!a) return 1;
    while (used < n && __VERIFIER_nondet_int()) a[used++] = __VERIFIER_nondet_int();
    sort(a, used);
#ifdef LAST
    for (size_t i = 0; i <= used; i++) sum += a[i] > 0; // @last
#else
    for (size_t i = 0; i < used; i++) sum += a[i] > 0;
#endif
    free(a);
    return sum > 5;
}
