// expect: safe
// expect -DTWO: unsafe out-of-bounds @escape
// expect -DEND: unsafe out-of-bounds @end
// Bytes copied, some of them behind an escape, as far as there is room: for one of two, and a mark at the end that has none.
#include <stdlib.h>
extern unsigned __VERIFIER_nondet_uint(void);
extern unsigned char __VERIFIER_nondet_uchar(void);

static size_t copy(unsigned char *to, unsigned char *limit, const unsigned char *from, const unsigned char *end) {
    unsigned char *start = to;
    while (from < end && to < limit) {
        if (*from == 0x7d) {
#ifndef TWO
            if (limit - to < 2) break;
#endif
            *to++ = 0x7d;
            *to++ = *from++ ^ 0x20; // @escape
        } else
            *to++ = *from++;
    }
#ifdef END
    *to++ = 0x7e; // @end
#else
    if (to < limit) *to++ = 0x7e;
#endif
    return (size_t)(to - start);
}

int main(void) {
    size_t n = __VERIFIER_nondet_uint(), room = __VERIFIER_nondet_uint();
    unsigned char *a = calloc(n, 1), *b = malloc(room);
    size_t used = 0;
    if (a && b) {
        for (size_t i = 0; i < n; i++) a[i] = __VERIFIER_nondet_uchar();
        used = copy(b, b + room, a, a + n);
    }
    free(a);
    free(b);
    return used > 9;
}
