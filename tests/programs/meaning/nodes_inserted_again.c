// expect: safe
// expect -DBAD_LAST: unsafe error-call @order
// expect -DBAD_FRONT: unsafe error-call @order
// Insertion sort: the nodes of a list in any order are taken off one by one and linked into a sorted one with a head of its own.
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
struct item {
    struct item *next;
    short weight;
};

static struct item *random_list(void) {
    struct item *list = NULL;
    while (__VERIFIER_nondet_int()) {
        struct item *i = malloc(sizeof *i);
        if (!i) abort();
        i->weight = (short)__VERIFIER_nondet_int();
        i->next = list;
        list = i;
    }
    return list;
}

static struct item *sort(struct item *list) {
    struct item head = {NULL, 0};
    while (list) {
        struct item *i = list, *at = &head;
        list = list->next;
#if defined BAD_LAST
        while (at->next && at->next->next && at->next->weight < i->weight) at = at->next;
#elif defined BAD_FRONT
        while (at->next && at->weight < i->weight) at = at->next;
#else
        while (at->next && at->next->weight < i->weight) at = at->next;
#endif
        i->next = at->next;
        at->next = i;
    }
    return head.next;
}

int main(void) {
    struct item *list = sort(random_list());
    short least = -32767 - 1;
    for (struct item *i = list; i; i = i->next) {
        if (i->weight < least) reach_error();  // @order
        least = i->weight;
    }
    while (list) {
        struct item *next = list->next;
        free(list);
        list = next;
    }
    return 0;
}
