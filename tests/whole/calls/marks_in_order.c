// expect: safe
// expect -DBAD: unsafe assertion-failure @bad
// Two client cursors in a list over insert-after and iterative reverse; equality of lengths is not asked, only order.
#include <stdlib.h>
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
struct node {
    struct node *next;
};
static struct node *node(struct node *next) {
    struct node *n = malloc(sizeof *n);
    n->next = next;
    return n;
}
static struct node *some(struct node *l) {
    while (__VERIFIER_nondet_int()) l = node(l);
    return l;
}
static int before(struct node *a, struct node *b) {
    for (; a; a = a->next)
        if (a == b) return 1;
    return 0;
}
static void insert_after(struct node *at, int k) {
    while (k-- > 0) at->next = node(at->next);
}
static struct node *reverse(struct node *l) {
    struct node *r = NULL;
    while (l) {
        struct node *n = l->next;
        l->next = r;
        r = l;
        l = n;
    }
    return r;
}
static struct node *delete_between(struct node *a, struct node *b) {
    while (a->next != b) {
        struct node *d = a->next;
        a->next = d->next;
        free(d);
    }
    return a;
}
int main(void) {
    struct node *y = node(some(NULL)), *x = node(some(y)), *l = some(x);
    insert_after(x, __VERIFIER_nondet_int());
    assert(before(l, x) && before(x, y));
    delete_between(x, y);
    assert(x->next == y);
    l = reverse(l);
#ifdef BAD
    assert(x->next == y);  // @bad
#else
    assert(y->next == x);
#endif
    assert(before(l, y) && before(y, x));
    while (l) {
        struct node *n = l->next;
        free(l);
        l = n;
    }
    return 0;
}
