// expect: unsafe use-after-free 38
// Seeded: a view does not count as a reference
// Nodes of a list refer to counted buffers; the last one that goes frees the buffer.
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

struct buffer {
    int references;
    char data[8];
};

struct view {
    struct buffer *buffer;
    struct view *next;
};

static void put(struct buffer *b) {
    if (b->references <= 0) reach_error();
    if (--b->references == 0) free(b);
}

int main(void) {
    struct buffer *b = malloc(sizeof *b);
    struct view *views = NULL;
    b->references = 1;
    while (__VERIFIER_nondet_int()) {
        struct view *v = malloc(sizeof *v);
        v->buffer = b;
        v->next = views;
        views = v;
    }
    put(b);
    while (views) {
        struct view *v = views;
        views = v->next;
        v->buffer->data[0] = 1;
        put(v->buffer);
        free(v);
    }
    return 0;
}
