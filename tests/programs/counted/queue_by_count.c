// expect: safe
// expect -DLATE: unsafe null-dereference @append
// expect -DUNCHECKED: unsafe null-dereference @first
// A queue whose counter says whether there is a first and a last node.
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct node {
    struct node *next, *prev;
    int value;
};
struct queue {
    struct node *head, *tail;
    unsigned count;
};

static struct queue *queue_new(void) {
    struct queue *q = malloc(sizeof *q);
    if (!q) exit(1);
    q->head = q->tail = NULL;
    q->count = 0;
    return q;
}

static void enqueue(struct queue *q, int value) {
    struct node *n = malloc(sizeof *n);
    if (!n) exit(1);
    n->value = value;
    n->next = NULL;
    n->prev = q->tail;
#ifdef LATE
    q->count++;
#endif
    if (q->count == 0)
        q->head = n;
    else
        q->tail->next = n;  // @append
    q->tail = n;
#ifndef LATE
    q->count++;
#endif
}

static int dequeue(struct queue *q) {
#ifndef UNCHECKED
    if (q->count == 0) return -1;
#endif
    struct node *n = q->head;
    int value = n->value;  // @first
    q->head = n->next;
    if (q->count == 1)
        q->tail = NULL;
    else
        q->head->prev = NULL;
    q->count--;
    free(n);
    return value;
}

int main(void) {
    struct queue *q = queue_new();
    int sum = 0;
    for (int c = __VERIFIER_nondet_int(); c; c = __VERIFIER_nondet_int()) {
        if (c > 0)
            enqueue(q, c);
        else
            sum += dequeue(q);
    }
    while (q->count > 0) sum += dequeue(q);
    free(q);
    return sum & 1;
}
