// expect: safe
// expect -DWRAPS: unsafe out-of-bounds @fill by size-overflow
// The size of an image is computed from its header, in 32 bits.
#include <stdint.h>
#include <stdlib.h>
extern unsigned __VERIFIER_nondet_uint(void);

struct header {
    uint32_t width, height;
};

static int accepts(const struct header *h) {
    if (h->width == 0 || h->height == 0) return 0;
#ifndef WRAPS
    if (h->width > 4096 || h->height > 4096) return 0;
#endif
    return 1;
}

int main(void) {
    struct header h = {__VERIFIER_nondet_uint(), __VERIFIER_nondet_uint()};
    if (!accepts(&h)) return 1;
    uint8_t *pixels = malloc(h.width * h.height);
    if (!pixels) return 1;
    for (uint32_t x = 0; x < h.width; x++) pixels[x] = 255; // @fill
    free(pixels);
    return 0;
}
