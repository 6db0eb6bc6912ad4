// expect: safe
// expect -DWRAPS: unsafe out-of-bounds @byte by size-overflow
// Every unit becomes up to three bytes.
#include <stdint.h>
#include <stdlib.h>
extern unsigned __VERIFIER_nondet_uint(void);

static char *room_for(uint32_t units) {
#ifndef WRAPS
    if (units > (UINT32_MAX - 1) / 3) return NULL;
#endif
    uint32_t bytes = units * 3 + 1;
    return malloc(bytes);
}

int main(void) {
    uint32_t units = __VERIFIER_nondet_uint();
    char *out = room_for(units);
    if (!out) return 1;
    uint32_t n = 0;
    for (uint32_t i = 0; i < units && i < 4; i++) {
        out[n++] = (char)0xe2; // @byte
        out[n++] = (char)0x82;
        out[n++] = (char)0xac;
    }
    out[n] = 0;
    free(out);
    return 0;
}
