// expect: safe
// expect -DPAIRS: unsafe out-of-bounds @green
// expect -DSTRIDE: unsafe out-of-bounds @blue
// Pictures of 24 bits become pictures of 16: a last pixel that is half there, and pixels that are taken for 32 bits wide.
#include <stdlib.h>
extern unsigned __VERIFIER_nondet_uint(void);
extern unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
    size_t bytes = __VERIFIER_nondet_uint(), pixels = bytes / 3;
    unsigned char *rgb = calloc(bytes, 1), *out = malloc(2 * pixels);
    if (!rgb || !out) return 1;
    unsigned char *to = out;
#ifdef PAIRS
    for (size_t i = 0; i < bytes; i += 3) {
#elif defined STRIDE
    for (size_t i = 0, k = 0; k < pixels; k++, i += 4) {
#else
    for (size_t i = 0; i + 3 <= bytes; i += 3) {
#endif
        unsigned r = rgb[i];
        unsigned g = rgb[i + 1]; // @green
        unsigned b = rgb[i + 2], x = (r >> 3) << 11 | (g >> 2) << 5 | b >> 3; // @blue
        *to++ = (unsigned char)x;
        *to++ = (unsigned char)(x >> 8);
    }
    free(rgb);
    free(out);
    return 0;
}
