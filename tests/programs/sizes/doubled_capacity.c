// expect: safe
// expect -DWRAPS: unsafe out-of-bounds @put by size-overflow
// The capacity is doubled until it is enough: in 8 bits that ends at 0.
#include <stdint.h>
#include <stdlib.h>
extern unsigned char __VERIFIER_nondet_uchar(void);

struct buffer {
    char *data;
    uint8_t capacity;
};

static int reserve(struct buffer *b, uint8_t wanted) {
    uint8_t capacity = 64;
    while (capacity < wanted) {
#ifdef WRAPS
        capacity *= 2;
        if (capacity < 64) break;
#else
        if (capacity > UINT8_MAX / 2) return 0;
        capacity *= 2;
#endif
    }
    b->data = malloc(capacity);
    b->capacity = capacity;
    return b->data != NULL;
}

int main(void) {
    struct buffer b = {0};
    uint8_t n = __VERIFIER_nondet_uchar();
    if (!reserve(&b, n)) return 1;
    for (uint8_t i = 0; i < n; i++)
        b.data[i] = 'x'; // @put
    free(b.data);
    return 0;
}
