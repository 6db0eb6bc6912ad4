// expect: unsafe memory-leak 28
// A queue made of two stacks: what comes in is pushed on one; what goes out is popped from the other, which gets the first one reversed when it is empty, but for all but its last.
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct item {
    struct item *below;
    int number;
};
struct queue {
    struct item *in, *out;
};

static void put(struct queue *q, int number) {
    struct item *i = malloc(sizeof *i);
    i->number = number;
    i->below = q->in;
    q->in = i;
}

static int take(struct queue *q) {
    if (!q->out) {
        while (q->in) {
            struct item *i = q->in;
            q->in = i->below;
            i->below = NULL;
            q->out = i;
        }
    }
    struct item *i = q->out;
    if (!i) return 0;
    int number = i->number;
    q->out = i->below;
    free(i);
    return number;
}

int main(void) {
    struct queue q = {NULL, NULL};
    while (__VERIFIER_nondet_int()) {
        if (__VERIFIER_nondet_int())
            put(&q, __VERIFIER_nondet_int());
        else
            take(&q);
    }
    while (q.in || q.out) take(&q);
    return 0;
}
