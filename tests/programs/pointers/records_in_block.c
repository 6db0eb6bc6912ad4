// expect: safe
// expect -DLENGTH: unsafe out-of-bounds @value
// expect -DTAG: unsafe out-of-bounds @tag
// Records of a tag, a length and so many bytes, one behind the other: a length that is believed, and a last tag that has none.
#include <stdlib.h>
extern unsigned __VERIFIER_nondet_uint(void);
extern unsigned char __VERIFIER_nondet_uchar(void);

static unsigned sum_of(const unsigned char *p, const unsigned char *end) {
    unsigned sum = 0;
#ifdef TAG
    while (p < end) {
#else
    while (end - p >= 2) {
#endif
        unsigned tag = p[0], n = p[1]; // @tag
        p += 2;
#ifndef LENGTH
        if (n > end - p) return 0;
#endif
        for (const unsigned char *stop = p + n; p < stop; p++)
            if (tag) sum += *p; // @value
    }
    return sum;
}

int main(void) {
    size_t n = __VERIFIER_nondet_uint();
    unsigned char *bytes = calloc(n, 1);
    if (!bytes) return 1;
    for (unsigned char *p = bytes; p != bytes + n; p++) *p = __VERIFIER_nondet_uchar();
    unsigned sum = sum_of(bytes, bytes + n);
    free(bytes);
    return sum > 9;
}
