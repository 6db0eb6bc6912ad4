// expect: safe
// expect -DBAD_ORDER: unsafe assertion-failure @order
// expect -DBAD_DROP: unsafe memory-leak @drop
// A list is turned around by tail calls, whose variables are not needed afterwards; what the caller knows survives in the other order.
#include "node.h"

static struct node *onto(struct node *list, struct node *done) {
    if (!list) return done;
    struct node *rest = list->next;
    list->next = done;
#ifdef BAD_DROP
    if (list->value) return onto(rest, done);
#endif
    return onto(rest, list);
}

static int leads(struct node *from, struct node *to) {
    while (from && from != to) from = from->next;
    return from == to;
}

int main(void) {
    struct node *last = push(some(NULL), 0), *middle = push(some(last), 0), *list = push(some(middle), 1);
    list = onto(list, NULL);  // @drop
    assert(leads(list, last) && leads(last, middle));
#ifdef BAD_ORDER
    assert(leads(middle, last));  // @order
#endif
    free_all(list);
    return 0;
}
