// Calls that keep contracts, and such that do not: lists, and what they share.
// expect: kept 11
// expect -DBAD_NULL: requires list(l, next) of struct node, and gets null
// expect -DBAD_GONE: requires list(l, next) of struct node, and gets something that is not there, or no longer
// expect -DBAD_CYCLE: requires list(l, next) of struct node, and gets something that is there more than once
// expect -DBAD_LINK: requires list(l, next) of struct node, and gets a link that nobody wrote
// expect -DBAD_SHARED: requires b == null or list(b, next) of struct node, and gets something that another pointer leads to as well
// expect -DBAD_BACK: requires q->first == null or dlist(q->first, next, prev) of struct both, and gets a node that does not lead back
// expect -DBAD_LAST: requires ends(q->first, q->last), and gets another node than the last one
// expect -DBAD_EMPTY: requires ends(q->first, q->last), and gets another node than the last one
// expect -DBAD_COUNT: requires length(q->first) == q->count, and gets another number of nodes
// expect -DBAD_LOOP: requires looped(r->head, next, prev) of struct both, and gets a first node that does not lead to the last one
// expect -DBAD_CASE: requires p == null or list(p, next) of struct node, and gets something that is there more than once; nor is it another case of it
#include <stdlib.h>

struct node {
    struct node *next;
    int value;
};
struct both {
    struct both *next, *prev;
};
struct queue {
    struct both *first, *last;
    unsigned count;
};
struct loop {
    struct both *head;
};

/*@ heapproof: requires list(l, next) of struct node; frees nothing; */
static int first(const struct node *l) {
    return l->value;
}

/*@ heapproof: requires a == null or list(a, next) of struct node; requires b == null or list(b, next) of struct node; frees nothing; */
static int both_are_empty(const struct node *a, const struct node *b) {
    return !a && !b;
}

/*@ heapproof: requires list(a, next) of struct node; requires list(b, next) of struct node; requires may_share(a, b); frees nothing; */
static int are_equal(const struct node *a, const struct node *b) {
    return a->value == b->value;
}

/*@ heapproof: requires dlist(d, next, prev) of struct both; frees nothing; */
static int is_single(const struct both *d) {
    return !d->next && !d->prev;
}

/*@ heapproof: requires object(q) of struct queue; requires q->first == null or dlist(q->first, next, prev) of struct both; requires q->last == null or dlist(q->last, next, prev) of struct both;
    requires ends(q->first, q->last); requires length(q->first) == q->count; frees nothing; */
static int is_empty(const struct queue *q) {
    return !q->first;
}

/*@ heapproof: requires object(r) of struct loop; requires looped(r->head, next, prev) of struct both; frees nothing; */
static int has_one(const struct loop *r) {
    return r->head->prev == r->head;
}

/*@ heapproof: case 1: requires p == null or list(p, next) of struct node; frees nothing; case 2: requires list(p, next) of struct node; frees nothing; */
static int is_null(const struct node *p) {
    return !p;
}

static struct node *make(int value, struct node *next) {
    struct node *n = malloc(sizeof *n);
    if (!n) abort();
#ifndef BAD_LINK
    n->next = next;
#endif
    n->value = value;
    return n;
}

int main(void) {
    struct node *tail = make(2, NULL), *list = make(1, tail), local = {NULL, 3};
    struct both pair[2] = {{&pair[1], NULL}, {NULL, &pair[0]}}, ring[2] = {{&ring[1], &ring[1]}, {NULL, &ring[0]}};
    struct queue q = {&pair[0], &pair[1], 2}, none = {NULL, NULL, 0};
    struct loop r = {&ring[0]};
#ifdef BAD_BACK
    pair[1].prev = NULL;
#endif
#ifdef BAD_LAST
    q.last = &pair[0];
#endif
#ifdef BAD_EMPTY
    none.last = &ring[0];
#endif
#ifdef BAD_COUNT
    q.count = 3;
#endif
#ifdef BAD_LOOP
    ring[0].prev = &ring[0];
#endif
    int n = first(list) + first(&local) + are_equal(list, tail) + is_single(&pair[1]) + is_empty(&q) + is_empty(&none) + has_one(&r) + is_null(NULL) + is_null(list);
    n += both_are_empty(list, NULL) + both_are_empty(&local, list);
#ifdef BAD_NULL
    n += first(NULL);
#endif
#ifdef BAD_SHARED
    n += both_are_empty(list, tail);
#endif
#ifdef BAD_CYCLE
    local.next = &local;
    n += first(&local);
#endif
#ifdef BAD_CASE
    local.next = &local;
    n += is_null(&local);
#endif
#ifdef BAD_GONE
    free(tail);
    n += first(list);
    free(list);
    return n < 0;
#endif
#ifdef BAD_LINK
    return n < 0;
#endif
    free(tail);
    free(list);
    return n < 0;
}
