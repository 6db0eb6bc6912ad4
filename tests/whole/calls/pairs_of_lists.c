// expect: safe
// expect -DBAD: unsafe memory-leak @bad
// Recursive merge, alternate (zip), take, drop; list of pairs returned by value.
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
typedef struct l {
    int h;
    struct l *t;
} l;
typedef struct {
    l *a, *b;
} pair;
static l *cons(int h, l *t) {
    l *x = malloc(sizeof *x);
    x->h = h;
    x->t = t;
    return x;
}
static l *gen(void) {
    return __VERIFIER_nondet_int() ? cons(__VERIFIER_nondet_int(), gen()) : NULL;
}
static l *merge(l *a, l *b) {
    if (!a) return b;
    if (!b) return a;
    if (a->h < b->h) {
        a->t = merge(a->t, b);
        return a;
    }
    b->t = merge(a, b->t);
    return b;
}
static l *zip(l *a, l *b) {
    if (!a) return b;
#ifdef BAD
    if (!b) return NULL;
#else
    if (!b) return a;
#endif
    l *at = a->t, *bt = b->t;
    a->t = b;
    b->t = zip(at, bt);
    return a;
}
static pair unzip(l *x) {
    if (!x) return (pair){NULL, NULL};
    if (!x->t) return (pair){x, NULL};
    l *y = x->t;
    pair p = unzip(y->t);
    x->t = p.a;
    y->t = p.b;
    return (pair){x, y};
}
static pair split_at(l *x, int n) {
    if (!x || n <= 0) return (pair){NULL, x};
    pair p = split_at(x->t, n - 1);
    x->t = p.a;
    return (pair){x, p.b};
}
static void drop(l *x) {
    if (x) {
        l *t = x->t;
        free(x);
        drop(t);
    }
}
int main(void) {
    pair p = unzip(merge(gen(), gen()));
    l *z = zip(p.a, p.b);
    p = split_at(z, 4);  // @bad
    drop(p.a);
    drop(p.b);
    return 0;
}
