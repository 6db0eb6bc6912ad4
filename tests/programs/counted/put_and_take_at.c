// expect: safe
// expect -DBEYOND: unsafe null-dereference @before
// expect -DLOSE: unsafe memory-leak @lost
// Nodes are put into a list and taken out at a place that is counted from its beginning.
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct node {
    struct node *next;
    int value;
};
struct list {
    struct node *head;
    size_t size;
};

static int insert_at(struct list *l, size_t at, int value) {
#ifdef BEYOND
    if (at > l->size + 1) return 0;
#else
    if (at > l->size) return 0;
#endif
    struct node *n = malloc(sizeof *n);
    if (!n) exit(1);
    n->value = value;
    if (at == 0) {
        n->next = l->head;
        l->head = n;
    } else {
        struct node *p = l->head;
        for (size_t i = 1; i < at; i++) p = p->next;
        n->next = p->next;  // @before
        p->next = n;
    }
    l->size++;
    return 1;
}

static int remove_at(struct list *l, size_t at) {
    if (at >= l->size) return -1;
    struct node **link = &l->head;
    for (size_t i = 0; i < at; i++) link = &(*link)->next;
    struct node *n = *link;
    int value = n->value;
    *link = n->next;
    l->size--;
#ifndef LOSE
    free(n);
#endif
    return value;
}  // @lost

int main(void) {
    struct list l = {NULL, 0};
    int sum = 0;
    while (__VERIFIER_nondet_int()) insert_at(&l, (size_t)__VERIFIER_nondet_int(), 1);
    while (__VERIFIER_nondet_int()) sum += remove_at(&l, (size_t)__VERIFIER_nondet_int());
    while (l.head) {
        struct node *n = l.head;
        l.head = n->next;
        free(n);
    }
    return sum & 1;
}
