// expect: safe
// expect -DBACK: unsafe out-of-bounds @back
// expect -DTAIL: unsafe out-of-bounds @shift
// Bytes moved inside of a block, from the right side: from behind the last one, and more of them than there are.
#include <stdlib.h>
extern unsigned __VERIFIER_nondet_uint(void);

static void move(char *to, const char *from, size_t n) {
    if (to < from) {
        while (n--) *to++ = *from++; // @shift
    } else {
#ifdef BACK
        const char *end = from;
        for (to += n, from += n; from >= end; ) *to-- = *from--; // @back
#else
        for (to += n, from += n; n; n--) *--to = *--from;
#endif
    }
}

int main(void) {
    size_t n = __VERIFIER_nondet_uint(), gap = __VERIFIER_nondet_uint();
    if (gap > n) return 1;
    char *a = calloc(n, 1);
    if (!a) return 1;
    move(a + gap, a, n - gap);
#ifdef TAIL
    move(a, a + gap, n);
#else
    move(a, a + gap, n - gap);
#endif
    free(a);
    return 0;
}
