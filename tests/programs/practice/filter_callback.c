// expect: safe
// Nodes for which a callback says no are removed; another callback gets the rest.
#include <assert.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct node {
    int value;
    struct node *next;
};

typedef int (*keep_fn)(const struct node *, void *);
typedef void (*visit_fn)(struct node *, void *);

static void filter(struct node **list, keep_fn keep, void *context) {
    while (*list) {
        struct node *n = *list;
        if (keep(n, context)) {
            list = &n->next;
        } else {
            *list = n->next;
            free(n);
        }
    }
}

static void for_each(struct node *list, visit_fn visit, void *context) {
    while (list) {
        struct node *next = list->next;
        visit(list, context);
        list = next;
    }
}

static int is_small(const struct node *n, void *limit) {
    return n->value < *(int *)limit;
}

static void check_and_free(struct node *n, void *limit) {
    assert(n->value < *(int *)limit);
    free(n);
}

int main(void) {
    struct node *list = NULL;
    int limit = 10;
    while (__VERIFIER_nondet_int()) {
        struct node *n = malloc(sizeof *n);
        n->value = __VERIFIER_nondet_int();
        n->next = list;
        list = n;
    }
    filter(&list, is_small, &limit);
    for_each(list, check_and_free, &limit);
    return 0;
}
