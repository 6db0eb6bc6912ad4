// expect: unsafe invalid-free 25
// Seeded: the base is left like the others
// The first node of a list lives on the stack of the caller; only the others are freed.
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct frame {
    struct frame *outer;
    int depth;
};

static struct frame *innermost;

static void enter(void) {
    struct frame *f = malloc(sizeof *f);
    f->outer = innermost;
    f->depth = innermost->depth + 1;
    innermost = f;
}

static void leave(void) {
    struct frame *f = innermost;
    innermost = f->outer;
    free(f);
}

static void run(void) {
    struct frame base = {NULL, 0};
    innermost = &base;
    while (__VERIFIER_nondet_int()) {
        if (__VERIFIER_nondet_int())
            enter();
        else if (innermost)
            leave();
    }
    while (innermost != &base) leave();
    innermost = NULL;
}

int main(void) {
    run();
    run();
    return innermost != NULL;
}
