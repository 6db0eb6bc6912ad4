// expect: safe
// expect -DLATE: unsafe out-of-bounds @put
// expect -DWRAPS: unsafe out-of-bounds @put by size-overflow
// A vector that grows by doubling: where it is full only after one more, and where its capacity, which becomes three times as large, is counted in 8 bits.
#include <stdint.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);

#ifdef WRAPS
typedef uint8_t count;
#else
typedef size_t count;
#endif
struct vector {
    int *at;
    size_t used;
    count room;
};

static int push(struct vector *v, int x) {
#ifdef LATE
    if (!v->at || v->used > v->room) {
#else
    if (v->used == v->room) {
#endif
#ifdef WRAPS
        count room = v->room ? v->room * 3 : 16;
#else
        count room = v->room ? v->room * 2 : 16;
#endif
        int *at = realloc(v->at, room * sizeof *at);
        if (!at) return 0;
        v->at = at;
        v->room = room;
    }
    v->at[v->used++] = x; // @put
    return 1;
}

int main(void) {
    struct vector v = {0};
    while (__VERIFIER_nondet_int())
        if (!push(&v, 1)) break;
    free(v.at);
    return 0;
}
