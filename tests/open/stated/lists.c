// Contracts that are stated, above bodies and above prototypes.
#include <stdlib.h>

struct node {
    struct node *next;
    int value;
};
struct queue {
    struct node *first, *last;
    unsigned count;
};

/*@ heapproof: requires list == null or list(list, next) of struct node;
               ensures list(result, next) of struct node; frees nothing; */
struct node *push(struct node *list, int value) {  // expect: safe
    struct node *n = malloc(sizeof *n);
    n->next = list;
    n->value = value;
    return n;
}

/*@ heapproof:
 *      requires l == null or list(l, next) of struct node;
 *      frees l;
 */
void release(struct node *l);

void release(struct node *list) {  // expect: safe
    while (list) {
        struct node *next = list->next;  // fault
        free(list);
        list = next;
    }
}

/*@ heapproof: requires l == null or list(l, next) of struct node; frees list(l, next); */
void release_all(struct node *l) {  // expect: safe
    release(l);
}

/*@ heapproof: requires l == null or list(l, next) of struct node; frees list(l, next); */
void release_first(struct node *l) {  // expect: memory-leak
    free(l);  // fault
}

/*@ heapproof: requires l == null or list(l, next) of struct node; frees list(l, next); */
void release_none(struct node *l) {  // expect: unknown is not shown: frees list(l, next)
    while (l) l = l->next;
}

/*@ heapproof: requires list(l, next) of struct node; frees list(l, next); */
struct node *release_but_one(struct node *l) {  // expect: unknown is not shown: frees list(l, next)
    struct node *next = l->next;
    if (next) release(next->next), next->next = NULL;
    free(l);
    return next;
}

/*@ heapproof: requires object(q) of struct queue; requires q->first == null or list(q->first, next) of struct node;
               frees q, list(q->first, next); */
void drop(struct queue *q) {  // expect: safe
    release(q->first);
    free(q);
}

/*@ heapproof: requires object(q) of struct queue; requires q->first == null or list(q->first, next) of struct node;
               frees q, list(q->first, next); */
void drop_queue(struct queue *q) {  // expect: memory-leak
    free(q);  // fault
}

// It asks whether the list is empty, and the contract says that it is not.
/*@ heapproof: requires list(list, next) of struct node; */
int first_or(struct node *list, int otherwise) {  // expect: safe
    return list ? list->value : otherwise;
}

// Callers may hand over an empty list, as the contract says.
/*@ heapproof: requires list == null or list(list, next) of struct node; */
int last(struct node *list) {  // expect: unsafe null-dereference
    while (list->next) list = list->next;  // fault
    return list->value;
}

/*@ heapproof: requires list(list, next) of struct node; */
int last_of_some(struct node *list) {  // expect: safe
    while (list->next) list = list->next;
    return list->value;
}

/*@ heapproof: requires l == null or list(l, next) of struct node; ensures list(result, next) of struct node; */
struct node *same(struct node *l) {  // expect: unknown is not shown: ensures list(result, next) of struct node
    return l;
}

/*@ heapproof: requires list(l, next) of struct node; frees nothing; */
struct node *drop_first(struct node *l) {  // expect: unknown is not shown: frees nothing
    struct node *next = l->next;
    free(l);
    return next;
}

/*@ heapproof: requires list(l, next) of struct node; */
struct node *drop_first_silently(struct node *l) {  // expect: unknown is not shown: frees nothing
    struct node *next = l->next;
    free(l);
    return next;
}

/*@ heapproof: requires list(l, next) of struct node; frees l;
               ensures result == null or list(result, next) of struct node; */
struct node *pop(struct node *l) {  // expect: safe
    struct node *next = l->next;
    free(l);
    return next;
}

/*@ heapproof: requires list(l, next) of struct node; frees l; */
struct node *keep(struct node *l) {  // expect: unknown is not shown: frees l
    return l->next;
}

/*@ heapproof: requires list(l, next) of struct node; frees perhaps l; */
struct node *drop_perhaps(struct node *l, int whether) {  // expect: safe
    struct node *next = l->next;
    if (whether) free(l);
    return next;
}

/*@ heapproof:
      requires object(q) of struct queue;
      requires q->first == null or list(q->first, next) of struct node;
      requires q->last == null or list(q->last, next) of struct node;
      requires ends(q->first, q->last);
*/
void append(struct queue *q, int value) {  // expect: safe
    struct node *n = push(NULL, value);
    if (q->last)
        q->last->next = n;
    else
        q->first = n;
    q->last = n;
    q->count++;
}

// Nothing is said of the last node: it is anything at all.
/*@ heapproof: requires object(q) of struct queue; requires q->first == null or list(q->first, next) of struct node; */
void append_anywhere(struct queue *q, int value) {  // expect: unknown through a pointer that is not followed
    struct node *n = push(NULL, value);
    if (q->last)
        q->last->next = n;
    else
        q->first = n;
}

/*@ heapproof: requires a == null or list(a, next) of struct node; requires b == null or list(b, next) of struct node; frees a, b; */
void release_both(struct node *a, struct node *b) {  // expect: safe
    release(a);
    release(b);
}

/*@ heapproof: requires a == null or list(a, next) of struct node; requires b == null or list(b, next) of struct node;
               requires may_share(a, b); frees a, b; */
void release_shared(struct node *a, struct node *b) {  // expect: unsafe use-after-free
    release(a);
    release(b);
}

/*@ heapproof: requires array(a, n) of int; */
long sum(const int *a, unsigned n) {  // expect: safe
    long all = 0;
    for (unsigned i = 0; i < n; i++) all += a[i];
    return all;
}

/*@ heapproof: requires array(a, n) of int; */
int behind(const int *a, unsigned n) {  // expect: unsafe out-of-bounds
    return a[n];  // fault
}

// There are no such inputs to be proposed: the contract is not taken for another one.
/*@ heapproof: requires l == null; */
int is_none(const struct node *l) {  // expect: unknown is not followed: requires l == null
    return !l;
}
