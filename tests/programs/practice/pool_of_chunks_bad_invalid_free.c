// expect: unsafe invalid-free 51
// Seeded: a cell is given to the heap
// An allocator that cuts cells out of chunks; the chunks form a list, the free cells another one through them.
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

enum { CELLS = 2 };

union cell {
    union cell *next;
    double value;
};

struct chunk {
    struct chunk *older;
    union cell cells[CELLS];
};

static struct chunk *chunks;
static union cell *vacant;

static void grow(void) {
    struct chunk *c = malloc(sizeof *c);
    c->older = chunks;
    chunks = c;
    for (int i = 0; i < CELLS; i++) {
        c->cells[i].next = vacant;
        vacant = &c->cells[i];
    }
}

static union cell *cell_alloc(void) {
    if (!vacant) grow();
    union cell *c = vacant;
    vacant = c->next;
    return c;
}

static void cell_free(union cell *c) {
    c->next = vacant;
    vacant = c;
}

int main(void) {
    while (__VERIFIER_nondet_int()) {
        union cell *a = cell_alloc();
        union cell *b = cell_alloc();
        a->value = 1;
        b->value = 2;
        if (__VERIFIER_nondet_int()) free(a);
        cell_free(b);
    }
    while (chunks) {
        struct chunk *c = chunks;
        chunks = c->older;
        free(c);
    }
    return 0;
}
