// expect: safe
// expect -DLAST: unsafe out-of-bounds @swap
// expect -DEMPTY: unsafe out-of-bounds @first
// An array turned round by a pointer from each end: from behind the last element, and the first element of none.
#include <stdlib.h>
extern unsigned __VERIFIER_nondet_uint(void);

static void reverse(char *first, char *end) {
#ifdef LAST
    while (first < end) {
#else
    while (first < end && first < --end) {
#endif
        char x = *first;
        *first++ = *end; // @swap
        *end = x;
#ifdef LAST
        end--;
#endif
    }
}

int main(void) {
    size_t n = __VERIFIER_nondet_uint();
    char *a = calloc(n, 1);
    if (!a) return 1;
    reverse(a, a + n);
#ifdef EMPTY
    char first = *a; // @first
#else
    char first = n ? *a : 0;
#endif
    free(a);
    return first;
}
