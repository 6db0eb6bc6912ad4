// expect: unsafe use-after-free @append
// The last node leaves, but the head still knows its link.
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct job {
    int urgent;
    struct job *next, **from;
};

struct queue {
    struct job *first, **last;
};

static void append(struct queue *q, struct job *j) {
    j->next = NULL;
    j->from = q->last;
    *q->last = j;  // @append
    q->last = &j->next;
}

static void leave(struct queue *q, struct job *j) {
    if (j->next)
        j->next->from = j->from;
    else if (j->urgent < 5)
        q->last = j->from;
    *j->from = j->next;
}

int main(void) {
    struct queue q;
    q.first = NULL;
    q.last = &q.first;
    while (__VERIFIER_nondet_int()) {
        struct job *j = malloc(sizeof *j);
        j->urgent = __VERIFIER_nondet_int();
        append(&q, j);
    }
    for (struct job *j = q.first, *next; j; j = next) {
        next = j->next;
        if (!j->urgent) continue;
        leave(&q, j);
        free(j);
    }
    append(&q, calloc(1, sizeof(struct job)));
    while (q.first) {
        struct job *j = q.first;
        leave(&q, j);
        free(j);
    }
    return 0;
}
