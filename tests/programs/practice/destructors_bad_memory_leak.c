// expect: unsafe memory-leak 30
// Seeded: buffers are destroyed like counters
// Objects of different kinds in one list, each with its own destructor in a table.
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct object {
    int kind;
    struct object *next;
};

struct buffer {
    struct object base;
    char *bytes;
};

struct counter {
    struct object base;
    long count;
};

__attribute__((unused)) static void destroy_buffer(struct object *o) {
    struct buffer *b = (struct buffer *)o;
    free(b->bytes);
    free(b);
}

static void destroy_counter(struct object *o) {
    free(o);
}

static void (*const destroy[])(struct object *) = {destroy_counter, destroy_counter};

static struct object *new_buffer(void) {
    struct buffer *b = malloc(sizeof *b);
    b->base.kind = 0;
    b->bytes = malloc(16);
    return &b->base;
}

static struct object *new_counter(void) {
    struct counter *c = malloc(sizeof *c);
    c->base.kind = 1;
    c->count = 0;
    return &c->base;
}

int main(void) {
    struct object *all = NULL;
    while (__VERIFIER_nondet_int()) {
        struct object *o = __VERIFIER_nondet_int() ? new_buffer() : new_counter();
        o->next = all;
        all = o;
    }
    while (all) {
        struct object *o = all;
        all = o->next;
        destroy[o->kind](o);
    }
    return 0;
}
