// expect: unsafe use-out-of-scope 33
// Seeded: the copy begins with the node on the stack
// A list is copied node by node; original and copy are independent.
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

struct node {
    struct node *next;
    int original;
};

static struct node *new_node(int original) {
    struct node *n = malloc(sizeof *n);
    n->next = NULL;
    n->original = original;
    return n;
}

static struct node *copy(const struct node *from) {
    struct node head = {NULL, 0}, *end = &head;
    for (; from; from = from->next) {
        end->next = new_node(0);
        end = end->next;
    }
    struct node *result = end == &head ? end : head.next;
    return result;
}

static void destroy(struct node *list, int original) {
    while (list) {
        struct node *next = list->next;
        if (list->original != original) reach_error();
        free(list);
        list = next;
    }
}

int main(void) {
    struct node *list = NULL;
    while (__VERIFIER_nondet_int()) {
        struct node *n = new_node(1);
        n->next = list;
        list = n;
    }
    struct node *other = copy(list);
    destroy(list, 1);
    destroy(other, 0);
    return 0;
}
