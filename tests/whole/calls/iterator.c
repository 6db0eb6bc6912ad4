// expect: safe
// expect -DBAD: unsafe use-after-free @bad
// An iterator object by value with has_next/next/remove over a list, used by clients.
#include <stdlib.h>
#include <stdbool.h>
extern int __VERIFIER_nondet_int(void);
struct node {
    struct node *next;
    int v;
};
struct list {
    struct node *head;
};
struct iter {
    struct list *list;
    struct node *prev, *cur;
};
static struct iter begin(struct list *l) {
    return (struct iter){l, NULL, NULL};
}
static bool next(struct iter *it) {
    if (it->cur) it->prev = it->cur;
    it->cur = it->prev ? it->prev->next : it->list->head;  // @bad
    return it->cur != NULL;
}
static void iter_remove(struct iter *it) {
    struct node *d = it->cur;
    if (it->prev)
        it->prev->next = d->next;
    else
        it->list->head = d->next;
    free(d);
#ifndef BAD
    it->cur = NULL;
#endif
}
int main(void) {
    struct list l = {NULL};
    while (__VERIFIER_nondet_int()) {
        struct node *n = malloc(sizeof *n);
        n->v = __VERIFIER_nondet_int();
        n->next = l.head;
        l.head = n;
    }
    struct iter it = begin(&l);
    while (next(&it))
        if (it.cur->v < 0) iter_remove(&it);
    it = begin(&l);
    while (next(&it)) iter_remove(&it);
    return 0;
}
