// expect: unsafe use-out-of-scope 20
// Seeded: the counter lives in a block that has ended
// Actions are pushed with the function that takes them back.
#include <assert.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct action {
    void (*undo)(struct action *);
    int *counter;
    struct action *previous;
};

static void add(struct action *a) {
    ++*a->counter;
}

static void subtract(struct action *a) {
    --*a->counter;
}

static struct action *push(struct action *stack, int *counter, int up) {
    struct action *a = malloc(sizeof *a);
    a->counter = counter;
    a->undo = up ? subtract : add;
    a->previous = stack;
    if (up)
        ++*counter;
    else
        --*counter;
    return a;
}

int main(void) {
    struct action *stack = NULL;
    while (__VERIFIER_nondet_int()) {
        int counter = 0;
        stack = push(stack, &counter, 1);
    }
    while (stack) {
        struct action *a = stack;
        stack = a->previous;
        a->undo(a);
        free(a);
    }
    return 0;
}
