// expect: safe
// expect -DLATE: unsafe out-of-bounds @put
// expect -DFULL: unsafe assertion-failure @full
// A ring buffer: an index that is wrapped one too late, and one that is written to though it is full.
#include <assert.h>
#include <stdlib.h>
extern unsigned char __VERIFIER_nondet_uchar(void);
extern unsigned __VERIFIER_nondet_uint(void);
struct ring {
    unsigned char *bytes;
    size_t room, first, count;
};

static size_t behind(const struct ring *r, size_t at) {
#ifdef LATE
    return at > r->room ? at - r->room : at;
#else
    return at >= r->room ? at - r->room : at;
#endif
}

static void put(struct ring *r, unsigned char byte) {
#ifndef FULL
    if (r->count == r->room) return;
#endif
    r->bytes[behind(r, r->first + r->count)] = byte; // @put
    r->count++;
    assert(r->count <= r->room); // @full
}

static int get(struct ring *r) {
    if (!r->count) return -1;
    unsigned char byte = r->bytes[r->first];
    r->first = behind(r, r->first + 1);
    r->count--;
    return byte;
}

int main(void) {
    struct ring r = {NULL, __VERIFIER_nondet_uint(), 0, 0};
    if (!r.room || !(r.bytes = calloc(r.room, 1))) return 1;
    for (unsigned char op = 0; (op = __VERIFIER_nondet_uchar());)
        if (op & 1) put(&r, op);
        else get(&r);
    free(r.bytes);
    return 0;
}
