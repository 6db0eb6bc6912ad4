// expect: unsafe double-free 42
// Seeded: the second node is freed on its own, too
// Length, append and destruction by recursion.
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct node {
    struct node *next;
};

static unsigned length(const struct node *list) {
    return list ? 1 + length(list->next) : 0;
}

static struct node *append(struct node *a, struct node *b) {
    if (!a) return b;
    a->next = append(a->next, b);
    return a;
}

static void destroy(struct node *list) {
    if (list) {
        struct node *next = list->next;
        free(list);
        destroy(next);
    }
}

static struct node *create(unsigned n) {
    if (n == 0 || __VERIFIER_nondet_int() == 0) return NULL;
    struct node *x = malloc(sizeof *x);
    x->next = create(n - 1);
    return x;
}

int main(void) {
    struct node *list = append(create(100), create(100));
    if (length(list) > 200) abort();
    struct node *rest = list ? list->next : NULL;
    destroy(list);
    free(rest);
    return 0;
}
