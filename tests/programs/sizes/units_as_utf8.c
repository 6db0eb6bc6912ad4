// expect: safe
// expect -DLESS: unsafe out-of-bounds @end
// expect -DWRAPS: unsafe out-of-bounds @one by size-overflow
// Every unit becomes one to three bytes: room for two only, and a size that wraps.
#include <stdint.h>
#include <stdlib.h>
extern unsigned __VERIFIER_nondet_uint(void);
extern unsigned short __VERIFIER_nondet_ushort(void);

int main(void) {
    uint32_t units = __VERIFIER_nondet_uint();
#ifdef LESS
    if (units > UINT32_MAX / 4) return 1;
    unsigned char *out = malloc(units * 2 + 1);
#elif defined WRAPS
    uint32_t bytes = units * 3 + 1;
    unsigned char *out = malloc(bytes);
#else
    if (units > UINT32_MAX / 4) return 1;
    unsigned char *out = malloc(units * 3 + 1);
#endif
    if (!out) return 1;
    uint32_t n = 0;
    for (uint32_t i = 0; i < units; i++) {
        uint16_t c = __VERIFIER_nondet_ushort();
        if (c < 0x80) {
            out[n++] = (unsigned char)c; // @one
        } else if (c < 0x800) {
            out[n++] = (unsigned char)(0xc0 | c >> 6);
            out[n++] = (unsigned char)(0x80 | (c & 63));
        } else {
            out[n++] = (unsigned char)(0xe0 | c >> 12);
            out[n++] = (unsigned char)(0x80 | (c >> 6 & 63));
            out[n++] = (unsigned char)(0x80 | (c & 63));
        }
    }
    out[n] = 0; // @end
    free(out);
    return 0;
}
