// expect: safe
// expect -DINCLUSIVE: unsafe out-of-bounds @compare
// expect -DAFTER: unsafe out-of-bounds @insert
// A number put where a binary search says it belongs: a search that begins behind the last element, and one element too many.
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);

static size_t find(const int *a, size_t n, int key) {
    size_t low = 0, high = n;
#ifdef INCLUSIVE
    while (low <= high) {
#else
    while (low < high) {
#endif
        size_t middle = low + (high - low) / 2;
        if (a[middle] < key) low = middle + 1; // @compare
        else if (a[middle] == key) return middle;
        else high = middle;
    }
    return low;
}

int main(void) {
    size_t most = __VERIFIER_nondet_uint(), n = 0;
    int *a = calloc(most, sizeof *a);
    if (!a) return 1;
#ifdef AFTER
    while (n <= most) {
#else
    while (n < most) {
#endif
        int key = __VERIFIER_nondet_int();
        if (!key) break;
        size_t at = find(a, n, key);
        for (size_t i = n; i > at; i--) a[i] = a[i - 1]; // @insert
        a[at] = key;
        n++;
    }
    size_t at = find(a, n, 0);
    free(a);
    return at > 5;
}
