// expect: safe
// expect -DWIDE: unsafe out-of-bounds @end
// expect -DHALF: unsafe out-of-bounds @end
// A text whose room is the next power of two, by spreading bits: compared without its end, and rounded down.
#include <stdlib.h>
#include <string.h>
extern unsigned __VERIFIER_nondet_uint(void);
struct text {
    size_t used, room;
    char *at;
};

#define ROUND(n) (--(n), (n) |= (n) >> 1, (n) |= (n) >> 2, (n) |= (n) >> 4, (n) |= (n) >> 8, (n) |= (n) >> 16, SHRINK(n), ++(n))
#ifdef HALF
#define SHRINK(n) ((n) >>= 1)
#else
#define SHRINK(n) ((void)0)
#endif

static void add(struct text *t, const char *from, size_t n) {
#ifdef WIDE
    if (t->used + n > t->room) {
        t->room = t->used + n;
#else
    if (t->used + n + 1 > t->room) {
        t->room = t->used + n + 1;
#endif
        ROUND(t->room);
        t->at = realloc(t->at, t->room);
    }
    memcpy(t->at + t->used, from, n);
    t->used += n;
    t->at[t->used] = 0;  // @end
}

int main(void) {
    struct text t = {0, 0, NULL};
    const char from[100] = "";
    while (__VERIFIER_nondet_uint() && t.used < 1000000000) add(&t, from, 1 + __VERIFIER_nondet_uint() % 99);
    free(t.at);
    return 0;
}
