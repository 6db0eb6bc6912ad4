// expect: unsafe uninitialised-pointer 43
// Seeded: a neutral action has no function
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
    if (up) a->undo = subtract;
    a->previous = stack;
    if (up)
        ++*counter;
    else
        --*counter;
    return a;
}

int main(void) {
    struct action *stack = NULL;
    int counter = 0;
    while (__VERIFIER_nondet_int()) stack = push(stack, &counter, __VERIFIER_nondet_int());
    while (stack) {
        struct action *a = stack;
        stack = a->previous;
        assert(a->counter == &counter);
        a->undo(a);
        free(a);
    }
    return 0;
}
