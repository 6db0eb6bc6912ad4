// expect: unsafe assertion-failure 26
// Nodes hold the address of a variable of the caller.
#include "node.h"

struct h {
    int *p;
    struct h *next;
};

static void rec(struct h *n) {
    if (!n) return;
    *n->p = 5;
    rec(n->next);
}

int main(void) {
    int c = 0;
    struct h *l = NULL;
    while (__VERIFIER_nondet_int()) {
        struct h *n = malloc(sizeof *n);
        n->p = &c;
        n->next = l;
        l = n;
    }
    rec(l);
    assert(c == 0);
    while (l) {
        struct h *m = l->next;
        free(l);
        l = m;
    }
    return 0;
}
