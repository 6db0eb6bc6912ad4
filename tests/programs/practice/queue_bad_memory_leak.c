// expect: unsafe memory-leak 24
// Seeded: a new entry replaces the ones that wait
// A queue with head and tail; the tail is null exactly if the queue is empty.
#include <assert.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

typedef struct entry {
    int payload;
    struct entry *next;
} entry;

typedef struct {
    entry *head;
    entry *tail;
} queue;

static void enqueue(queue *q, int payload) {
    entry *e = malloc(sizeof *e);
    e->payload = payload;
    e->next = NULL;
    q->head = e;
    q->tail = e;
}

static int dequeue(queue *q) {
    entry *e = q->head;
    int payload = e->payload;
    q->head = e->next;
    if (!q->head) q->tail = NULL;
    free(e);
    return payload;
}

int main(void) {
    queue q = {NULL, NULL};
    while (__VERIFIER_nondet_int()) {
        if (__VERIFIER_nondet_int())
            enqueue(&q, 42);
        else if (q.head)
            assert(dequeue(&q) == 42);
    }
    while (q.head) dequeue(&q);
    assert(!q.tail);
    return 0;
}
