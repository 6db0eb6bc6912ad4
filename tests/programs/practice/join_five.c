// expect: safe
// Five lists are joined into one.
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct node {
    struct node *next;
};

static struct node *create(void) {
    struct node *list = NULL;
    while (__VERIFIER_nondet_int()) {
        struct node *n = malloc(sizeof *n);
        n->next = list;
        list = n;
    }
    return list;
}

static struct node *join(struct node *a, struct node *b) {
    struct node **end = &a;
    while (*end) end = &(*end)->next;
    *end = b;
    return a;
}

int main(void) {
    struct node *a = create(), *b = create(), *c = create(), *d = create(), *e = create();
    struct node *all = join(a, join(b, join(c, join(d, e))));
    while (all) {
        struct node *n = all->next;
        free(all);
        all = n;
    }
    return 0;
}
