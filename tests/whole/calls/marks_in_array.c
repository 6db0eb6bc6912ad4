// expect: safe
// expect -DBAD: unsafe use-after-free @bad
// Pointers into the middle kept in a heap array over a call of a recursive remover.
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct n {
    int keep;
    struct n *next;
};
static struct n *push(struct n *l, int keep) {
    struct n *x = malloc(sizeof *x);
    x->keep = keep;
    x->next = l;
    return x;
}
static struct n *prune(struct n *l) {
    if (!l) return NULL;
    l->next = prune(l->next);
#ifdef BAD
    if (l->keep > 1) return l;
#else
    if (l->keep) return l;
#endif
    struct n *r = l->next;
    free(l);
    return r;
}
int main(void) {
    struct n **mark = malloc(3 * sizeof *mark), *l = NULL;
    for (int i = 0; i < 3; i++) {
        while (__VERIFIER_nondet_int()) l = push(l, 0);
        l = mark[i] = push(l, i == 1 ? 1 : 2);
    }
    l = prune(l);
    int s = 0;
    for (int i = 0; i < 3; i++) s += mark[i]->keep;  // @bad
    free(mark);
    while (l) {
        struct n *x = l->next;
        free(l);
        l = x;
    }
    return s;
}
