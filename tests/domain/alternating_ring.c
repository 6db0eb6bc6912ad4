// expect: safe
// A ring of pairs, walked by twos.
#include <assert.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct node {
    int h;
    struct node *next;
};

static struct node *make(int h, struct node *next) {
    struct node *n = malloc(sizeof *n);
    n->h = h;
    n->next = next;
    return n;
}

static void drop(struct node *p) {
    while (p) {
        struct node *next = p->next;
        free(p);
        p = next;
    }
}

int main(void) {
    struct node *list = make(1, NULL), *p = list;
    list->next = make(2, list);
    while (__VERIFIER_nondet_int()) list->next->next = make(1, make(2, list->next->next));
    do {
        assert(p->h == 1);
        p = p->next;
        assert(p->h == 2);
        p = p->next;
    } while (p != list);
    p = list->next;
    list->next = NULL;
    drop(p);
    return 0;
}
