// expect: safe
// expect -DROOM: unsafe out-of-bounds @last
// expect -DPADDING: unsafe out-of-bounds @three
// Bytes as base64: room that is rounded down, and three bytes read where fewer are left.
#include <stdlib.h>
extern unsigned __VERIFIER_nondet_uint(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

static char *encode(const unsigned char *s, size_t n) {
#ifdef ROOM
    char *out = malloc(n / 3 * 4 + 1), *to = out;
#else
    char *out = malloc((n + 2) / 3 * 4 + 1), *to = out;
#endif
    if (!out) return NULL;
#ifdef PADDING
    for (size_t i = 0; i < n; i += 3) {
        unsigned x = s[i] << 16 | s[i + 1] << 8 | s[i + 2]; // @three
#else
    for (size_t i = 0; i < n; i += 3) {
        unsigned x = s[i] << 16 | (i + 1 < n ? s[i + 1] : 0) << 8 | (i + 2 < n ? s[i + 2] : 0);
#endif
        *to++ = digits[x >> 18 & 63];
        *to++ = digits[x >> 12 & 63]; // @last
        *to++ = i + 1 < n ? digits[x >> 6 & 63] : '=';
        *to++ = i + 2 < n ? digits[x & 63] : '=';
    }
    *to = 0;
    return out;
}

int main(void) {
    size_t n = __VERIFIER_nondet_uint();
    unsigned char *s = calloc(n, 1);
    if (!s) return 1;
    for (size_t i = 0; i < n; i++) s[i] = __VERIFIER_nondet_uchar();
    char *out = encode(s, n);
    free(s);
    free(out);
    return 0;
}
