// expect: safe
// expect -DLEFT: unsafe out-of-bounds @fill
// expect -DROUND: unsafe out-of-bounds @fill
// Pieces of one block, given out from its start: what is left is not looked at, and rounded up after it was.
#include <stdlib.h>
#include <string.h>
extern unsigned __VERIFIER_nondet_uint(void);
struct arena {
    char *start, *at, *end;
};

static char *take(struct arena *a, size_t n) {
#ifdef ROUND
    if (n > (size_t)(a->end - a->at)) return NULL;
    n = (n + 7) & ~(size_t)7;
#elif !defined LEFT
    n = (n + 7) & ~(size_t)7;
    if (n > (size_t)(a->end - a->at)) return NULL;
#endif
    char *piece = a->at;
    a->at += n;
    return piece;
}

int main(void) {
    size_t size = __VERIFIER_nondet_uint(), n;
    struct arena a;
    a.start = a.at = malloc(size);
    if (!a.start) return 1;
    a.end = a.start + size;
    while ((n = __VERIFIER_nondet_uint() % 100)) {
        char *piece = take(&a, n);
        if (!piece) break;
        memset(piece, 0, n); // @fill
    }
    free(a.start);
    return 0;
}
