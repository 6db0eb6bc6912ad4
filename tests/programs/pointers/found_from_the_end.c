// expect: safe
// expect -DFIRST: unsafe out-of-bounds @look
// expect -DBEHIND: unsafe out-of-bounds @cut
// The last of a byte in a block, looked for from its end: beyond the first one, and a block that begins behind the last one.
#include <stdlib.h>
extern unsigned __VERIFIER_nondet_uint(void);
extern unsigned char __VERIFIER_nondet_uchar(void);

static unsigned char *last(unsigned char *a, unsigned char *end, unsigned char what) {
#ifdef FIRST
    while (*--end != what) // @look
        if (end < a) return NULL;
    return end;
#else
    while (end > a)
        if (*--end == what) return end;
    return NULL;
#endif
}

int main(void) {
    size_t n = __VERIFIER_nondet_uint();
    unsigned char *a = calloc(n, 1);
    if (!a) return 1;
    for (size_t i = 0; i < n; i++) a[i] = __VERIFIER_nondet_uchar();
    unsigned char *p = last(a, a + n, 0);
#ifdef BEHIND
    if (p) p[1] = 1; // @cut
#else
    if (p && p + 1 < a + n) p[1] = 1;
#endif
    free(a);
    return 0;
}
