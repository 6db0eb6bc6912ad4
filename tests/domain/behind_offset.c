// expect: safe
// expect -DONE_MORE: unsafe out-of-bounds @put
// expect -DNO_ROOM: unsafe out-of-bounds @put
// expect -DUNTIL: unsafe out-of-bounds @pieces
// expect -DSIGNED: unsafe out-of-bounds @pieces
// What lies behind an offset: below a length there is below their sum, which the size is not below.
#include <stdlib.h>
#include <string.h>
extern unsigned long __VERIFIER_nondet_ulong(void);

struct builder {
    char *at;
    size_t used, size;
};

static void put(struct builder *b, const char *s, size_t n) {
#ifdef NO_ROOM
    if (n > b->size) return;
#else
    if (n > b->size || b->used > b->size - n) return;
#endif
#ifdef ONE_MORE
    n++;
#endif
    for (size_t i = 0; i < n; i++) b->at[b->used + i] = s[i];  // @put
    b->used += n;
}

// Pieces of a block, as long as there is room for the next.
static void pieces(char *p, char *end) {
    while (__VERIFIER_nondet_ulong() & 1) {
        size_t n = __VERIFIER_nondet_ulong();
#ifdef SIGNED
        if ((long)n > end - p) return;
#elif defined UNTIL
        if (n > (size_t)(end - p) + 1) return;
#else
        if (n > (size_t)(end - p)) return;
#endif
        for (size_t i = 0; i < n; i++) p[i] = 'x';  // @pieces
        p += n;
    }
}

int main(void) {
    size_t size = __VERIFIER_nondet_ulong(), n = __VERIFIER_nondet_ulong();
    if (size < 1 || size > 100000 || n > 1000) return 0;
    struct builder b = {malloc(size), 0, size};
    char *s = malloc(n + 2);
    if (!b.at || !s) return 0;
    memset(s, 'x', n + 2);
    put(&b, s, n);
    put(&b, s, n);
    pieces(b.at, b.at + size);
    free(b.at);
    free(s);
    return 0;
}
