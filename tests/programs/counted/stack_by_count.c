// expect: safe
// expect -DFORGET: unsafe null-dereference @pop
// expect -DTWICE: unsafe memory-leak @end
// A stack that asks its counter whether there is something to pop.
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct node {
    struct node *below;
    int value;
};
struct stack {
    struct node *top;
    size_t depth;
};

static void push(struct stack *s, int value) {
    struct node *n = malloc(sizeof *n);
    if (!n) exit(1);
    n->value = value;
    n->below = s->top;
    s->top = n;
    s->depth++;
}

static int pop(struct stack *s) {
    struct node *n = s->top;
    int value = n->value;  // @pop
    s->top = n->below;
#ifndef FORGET
    s->depth--;
#endif
#ifdef TWICE
    if (s->depth == 1) s->depth--;
#endif
    free(n);
    return value;
}

int main(void) {
    struct stack s = {NULL, 0};
    int sum = 0;
    for (int c = __VERIFIER_nondet_int(); c; c = __VERIFIER_nondet_int()) {
        if (c > 0)
            push(&s, c);
        else if (s.depth)
            sum += pop(&s);
    }
    while (s.depth != 0) sum += pop(&s);
    return sum & 1;
}  // @end
