// expect: safe
// Rings of links around a head: in nodes the links lie behind the number, in the head they are all there is.
#include <stddef.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct link {
    struct link *next, *prev;
};

struct node {
    long number;
    struct link link;
};

#define NODE(l) ((struct node *)((char *)(l) - offsetof(struct node, link)))

static void insert(struct link *l, struct link *after) {
    l->prev = after;
    l->next = after->next;
    after->next->prev = l;
    after->next = l;
}

static void take_out(struct link *l) {
    l->prev->next = l->next;
    l->next->prev = l->prev;
}

int main(void) {
    struct link head = {&head, &head};
    while (__VERIFIER_nondet_int()) {
        struct node *n = malloc(sizeof *n);
        n->number = 0;
        insert(&n->link, __VERIFIER_nondet_int() ? &head : head.prev);
    }
    for (struct link *l = head.next, *next; l != &head; l = next) {
        next = l->next;
        if (__VERIFIER_nondet_int()) {
            take_out(l);
            free(NODE(l));
        }
    }
    while (head.next != &head) {
        struct node *n = NODE(head.next);
        take_out(&n->link);
        free(n);
    }
    return 0;
}
