// expect: unsafe invalid-free 38
// Seeded: the marked pointer itself is freed
// The lowest bit of a link marks a node as deleted.
#include <stdint.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct node {
    uintptr_t next;
    int value;
};

static struct node *pointer(uintptr_t link) {
    return (struct node *)(link & ~(uintptr_t)1);
}

static int marked(uintptr_t link) {
    return link & 1;
}

int main(void) {
    struct node *list = NULL;
    while (__VERIFIER_nondet_int()) {
        struct node *n = malloc(sizeof *n);
        n->value = __VERIFIER_nondet_int();
        n->next = (uintptr_t)list;
        list = n;
    }
    for (struct node *n = list; n; n = pointer(n->next))
        if (n->value < 0) n->next |= 1;

    struct node *kept = NULL;
    while (list) {
        uintptr_t link = list->next;
        if (marked(link)) {
            free(list);
            free((void *)(link & (uintptr_t)1));
        } else {
            list->next = (uintptr_t)kept;
            kept = list;
        }
        list = pointer(link);
    }
    while (kept) {
        struct node *n = kept;
        kept = pointer(n->next);
        free(n);
    }
    return 0;
}
