// SPDX-License-Identifier: MIT
// A queue of two stacks whose nodes move from one to the other.
// run: inputs=5 -> ok
// run: inputs=1 -> ok
// run: MOVE inputs=3 -> memory-leak @move
// run: COPY inputs=3 -> use-after-free @copy
#include <stdio.h>
#include <stdlib.h>

int __VERIFIER_nondet_int(void);

struct frame {
    struct frame *below;
    int v;
};
struct queue {
    struct frame *in, *out;
};

static void push(struct frame **stack, struct frame *f) {
    f->below = *stack;
    *stack = f;
}

static struct frame *pop(struct frame **stack) {
    struct frame *f = *stack;
    if (f) *stack = f->below; // @copy
    return f;
}

static int take(struct queue *q, int *v) {
    struct frame *f;
    if (q->out == NULL) {
        while ((f = pop(&q->in)) != NULL) { // @move
#ifdef MOVE
            f->below = NULL;
            if (q->out == NULL) q->out = f;
#else
            push(&q->out, f);
#endif
        }
    }
    f = pop(&q->out);
    if (f == NULL) return 0;
    *v = f->v;
    free(f);
    return 1;
}

int main(void) {
    struct queue q = {NULL, NULL};
    int n = __VERIFIER_nondet_int(), v;
    for (int i = 0; i < n; i++) {
        struct frame *f = malloc(sizeof *f);
        f->v = i * 3;
#ifdef MOVE
        push(&q.in, f);
        continue;
#endif
        push(&q.in, f);
        if (i % 3 == 1 && take(&q, &v)) printf("early %d\n", v);
    }
#ifdef COPY
    struct frame *top = q.in;
    while (top->below) top = top->below;
    free(top);
    q.out = top;
    return take(&q, &v);
#endif
    while (take(&q, &v)) printf("%d\n", v);
    return 0;
}
