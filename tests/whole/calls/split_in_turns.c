// expect: safe
// expect -DBAD: unsafe memory-leak @bad
// Mutual recursion that splits a list into odd and even positions, and one that frees alternately.
#include <stdlib.h>
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
struct p {
    struct p *nx;
};
static void take_odd(struct p *l, struct p **o, struct p **e);
static void take_even(struct p *l, struct p **o, struct p **e) {
    if (!l) {
        *o = *e = NULL;
        return;
    }
    struct p *n = l->nx;
    *e = l;
    take_odd(n, o, &l->nx);
}  // @bad
static void take_odd(struct p *l, struct p **o, struct p **e) {
    if (!l) {
        *o = *e = NULL;
        return;
    }
    struct p *n = l->nx;
    *o = l;
#ifdef BAD
    take_even(n, o, e);

#else
    take_even(n, &l->nx, e);
#endif
}
static void f2(struct p *l);
static void f1(struct p *l) {
    if (l) {
        f2(l->nx);
        free(l);
    }
}
static void f2(struct p *l) {
    if (l) {
        struct p *n = l->nx;
        free(l);
        f1(n);
    }
}
int main(void) {
    struct p *l = NULL, *o, *e = NULL;
    while (__VERIFIER_nondet_int()) {
        struct p *n = malloc(sizeof *n);
        n->nx = l;
        l = n;
    }
    take_even(l, &o, &e);
    f1(o);
    f2(e);
    return 0;
}
