// expect: safe
// expect -DREMOVED: unsafe out-of-bounds @member
// expect -DABSENT: unsafe out-of-bounds @take
// A set of small numbers as two arrays that point into each other: a number that can be none of them, and one taken out of nothing.
#include <stdlib.h>
extern unsigned __VERIFIER_nondet_uint(void);
enum { MOST = 32 };
struct set {
    unsigned dense[MOST], sparse[MOST], n;
};

static int has(const struct set *s, unsigned x) {
    return s->sparse[x] < s->n && s->dense[s->sparse[x]] == x; // @member
}

static void add(struct set *s, unsigned x) {
    if (has(s, x)) return;
    s->dense[s->n] = x;
    s->sparse[x] = s->n++;
}

static void take_out(struct set *s, unsigned x) {
#ifndef ABSENT
    if (!has(s, x)) return;
#endif
    unsigned last = s->dense[--s->n]; // @take
    s->dense[s->sparse[x]] = last;
    s->sparse[last] = s->sparse[x];
}

int main(void) {
    static struct set s;
    for (unsigned x; (x = __VERIFIER_nondet_uint());) {
        if (x % 2 && s.n < MOST) add(&s, x / 2 % MOST);
        else take_out(&s, x / 2 % MOST);
    }
#ifdef REMOVED
    return has(&s, MOST + 1);
#else
    return has(&s, 0);
#endif
}
