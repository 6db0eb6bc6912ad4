// expect: safe
// expect -DBAD_FULL: unsafe out-of-bounds @write
// expect -DBAD_TRIMMED: unsafe out-of-bounds @write
// Buffers of a chain, each with a block of its capacity, of which a part is used; bytes are written behind that part.
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
struct buffer {
    struct buffer *next;
    size_t used, capacity;
    unsigned char *bytes;
};

static struct buffer *buffer_new(size_t capacity, struct buffer *next) {
    struct buffer *b = malloc(sizeof *b);
    if (!b) exit(1);
    b->bytes = malloc(capacity);
    if (!b->bytes) exit(1);
    b->used = 0;
    b->capacity = capacity;
    b->next = next;
    return b;
}

static void put_everywhere(struct buffer *chain, unsigned char byte) {
    for (struct buffer *b = chain; b; b = b->next) {
#ifdef BAD_FULL
        if (b->used > b->capacity) continue;
#else
        if (b->used == b->capacity) continue;
#endif
        b->bytes[b->used++] = byte;  // @write
    }
}

static void take_back(struct buffer *chain) {
    for (struct buffer *b = chain; b; b = b->next) {
#ifdef BAD_TRIMMED
        b->used -= b->capacity > 1;
#else
        b->used -= b->used > 1;
#endif
    }
}

int main(void) {
    struct buffer *chain = NULL;
    while (__VERIFIER_nondet_int()) chain = buffer_new((size_t)__VERIFIER_nondet_uchar() + 1, chain);
    for (int c = __VERIFIER_nondet_int(); c; c = __VERIFIER_nondet_int()) {
        if (c > 0)
            put_everywhere(chain, (unsigned char)c);
        else
            take_back(chain);
    }
    while (chain) {
        struct buffer *next = chain->next;
        free(chain->bytes);
        free(chain);
        chain = next;
    }
    return 0;
}
