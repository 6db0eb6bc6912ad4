// expect: safe
// expect -DDIGIT: unsafe out-of-bounds @count
// expect -DAFTER: unsafe out-of-bounds @place
// Numbers of one digit sorted by how often each comes: a digit that is none, and places that are counted from one.
#include <stdlib.h>
extern unsigned __VERIFIER_nondet_uint(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
enum { DIGITS = 10 };

int main(void) {
    size_t n = __VERIFIER_nondet_uint(), count[DIGITS] = {0}, to = 0;
    unsigned char *a = malloc(n);
    if (!a) return 1;
    for (size_t i = 0; i < n; i++) {
        unsigned char x = __VERIFIER_nondet_uchar();
#ifdef DIGIT
        a[i] = x <= DIGITS ? x : 0;
#else
        a[i] = x < DIGITS ? x : 0;
#endif
    }
    for (size_t i = 0; i < n; i++) count[a[i]]++; // @count
    for (int d = 0; d < DIGITS; d++)
#ifdef AFTER
        for (size_t i = 0; i <= count[d]; i++) a[to++] = (unsigned char)d; // @place
#else
        for (size_t i = 0; i < count[d] && to < n; i++) a[to++] = (unsigned char)d;
#endif
    free(a);
    return 0;
}
