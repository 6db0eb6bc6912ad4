// expect: unsafe assertion-failure 42
// Seeded: the other stack is turned over only if it is high enough
// A queue made of two stacks: what comes in is turned over when the other one is empty.
#include <assert.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct cell {
    struct cell *below;
};

static struct cell *in, *out;
static unsigned size;

static void enqueue(void) {
    struct cell *c = malloc(sizeof *c);
    c->below = in;
    in = c;
    size++;
}

static struct cell *dequeue(void) {
    if (!out)
        while (in && in->below) {
            struct cell *c = in;
            in = c->below;
            c->below = out;
            out = c;
        }
    struct cell *c = out;
    if (c) out = c->below;
    return c;
}

int main(void) {
    while (__VERIFIER_nondet_int()) {
        if (__VERIFIER_nondet_int()) {
            enqueue();
        } else if (in || out) {
            struct cell *c = dequeue();
            assert(c != NULL);
            free(c);
        }
    }
    for (struct cell *c; (c = dequeue());) free(c);
    free(in);
    return 0;
}
