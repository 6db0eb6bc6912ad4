// expect: safe
// expect -DFOUR: unsafe out-of-bounds @four
// expect -DSKIP: unsafe out-of-bounds @byte
// Numbers read from bytes as long as there are enough: too few for a large one, and a length that leads behind the end.
#include <stdint.h>
#include <stdlib.h>
extern unsigned __VERIFIER_nondet_uint(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
struct reader {
    const uint8_t *at, *end;
};

static int byte(struct reader *r) {
#ifdef SKIP
    return r->at == r->end ? -1 : *r->at++; // @byte
#else
    return r->at < r->end ? *r->at++ : -1;
#endif
}

static uint32_t word(struct reader *r) {
#ifdef FOUR
    if (r->end - r->at < 2) return 0;
#else
    if (r->end - r->at < 4) return 0;
#endif
    uint32_t x = r->at[0] | r->at[1] << 8 | r->at[2] << 16 | (uint32_t)r->at[3] << 24; // @four
    r->at += 4;
    return x;
}

static void skip(struct reader *r, size_t n) {
#ifndef SKIP
    if (n > (size_t)(r->end - r->at)) n = (size_t)(r->end - r->at);
#endif
    r->at += n;
}

int main(void) {
    size_t n = __VERIFIER_nondet_uint();
    uint8_t *bytes = malloc(n);
    if (!bytes) return 1;
    for (size_t i = 0; i < n; i++) bytes[i] = __VERIFIER_nondet_uchar();
    struct reader r = {bytes, bytes + n};
    uint32_t sum = 0;
    for (int kind; (kind = byte(&r)) > 0;) {
        if (kind == 1) sum += word(&r);
        if (kind == 2) skip(&r, __VERIFIER_nondet_uchar());
    }
    free(bytes);
    return sum > 7;
}
