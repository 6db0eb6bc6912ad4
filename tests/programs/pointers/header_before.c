// expect: safe
// expect -DHEADER: unsafe invalid-free @free
// expect -DGROWN: unsafe out-of-bounds @put
// A vector that users hold by its first element, behind a header: freed without it, and grown without telling.
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct header {
    size_t used, room;
};

static struct header *header_of(int *v) {
    return (struct header *)v - 1;
}

static int *put(int *v, int x) {
    struct header *h = v ? header_of(v) : NULL;
    if (!h || h->used == h->room) {
        size_t room = h ? h->room + 8 : 8;
        size_t used = h ? h->used : 0;
        h = realloc(h, sizeof *h + room * sizeof *v);
        if (!h) abort();
        h->used = used;
#ifdef GROWN
        h->room = room + 1;
#else
        h->room = room;
#endif
        v = (int *)(h + 1);
    }
    v[h->used++] = x; // @put
    return v;
}

int main(void) {
    int *v = NULL, x;
    while ((x = __VERIFIER_nondet_int())) v = put(v, x);
#ifdef HEADER
    free(v); // @free
#else
    if (v) free(header_of(v));
#endif
    return 0;
}
