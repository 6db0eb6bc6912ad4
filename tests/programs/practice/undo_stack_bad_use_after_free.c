// expect: unsafe use-after-free 44
// Seeded: the action is undone after it was freed
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
    int counter = 0;
    while (__VERIFIER_nondet_int()) stack = push(stack, &counter, __VERIFIER_nondet_int());
    while (stack) {
        struct action *a = stack;
        stack = a->previous;
        assert(a->counter == &counter);
        free(a);
        a->undo(a);
    }
    return 0;
}
