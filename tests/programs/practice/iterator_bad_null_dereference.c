// expect: unsafe null-dereference 23
// Seeded: the second iterator is one step ahead
// Two iterators over a stack: after the same steps they are at the same place.
#include <assert.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct item {
    struct item *below;
};

struct iterator {
    struct item *at;
};

static int has_next(const struct iterator *i) {
    return i->at != NULL;
}

static struct item *next(struct iterator *i) {
    struct item *x = i->at;
    i->at = x->below;
    return x;
}

int main(void) {
    struct item *top = NULL;
    while (__VERIFIER_nondet_int()) {
        struct item *x = malloc(sizeof *x);
        x->below = top;
        top = x;
    }
    struct iterator i1 = {top}, i2 = {top ? top->below : NULL};
    while (has_next(&i1)) {
        assert(next(&i1) != next(&i2));
    }
    assert(!has_next(&i2));
    i1.at = top;
    while (has_next(&i1)) free(next(&i1));
    return 0;
}
