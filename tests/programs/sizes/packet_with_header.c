// expect: safe
// expect -DWRAPS: unsafe out-of-bounds @payload by size-overflow
// A payload of any length behind a header of a fixed one, counted in 32 bits.
#include <stdint.h>
#include <stdlib.h>
extern unsigned __VERIFIER_nondet_uint(void);

struct packet {
    uint32_t length;
    uint8_t kind, flags;
    uint8_t payload[];
};

static struct packet *packet_new(uint32_t length, uint8_t kind) {
#ifndef WRAPS
    if (length > UINT32_MAX - sizeof(struct packet)) return NULL;
#endif
    uint32_t all = (uint32_t)sizeof(struct packet) + length;
    struct packet *p = malloc(all);
    if (!p) return NULL;
    p->kind = kind;
    p->length = length;
    return p;
}

int main(void) {
    struct packet *p = packet_new(__VERIFIER_nondet_uint(), 3);
    if (!p) return 1;
    for (uint32_t i = 0; i < p->length; i++) p->payload[i] = 0; // @payload
    free(p);
    return 0;
}
