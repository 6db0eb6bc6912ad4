// expect: safe
// expect -DBAD_ALL: unsafe null-dereference @drop
// expect -DBAD_RINGS: unsafe memory-leak @end
// Each node owns a ring of two kinds of nodes, or a block of another size: no ring is so empty that a block could be taken for it.
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct ring {
    struct ring *next;
    long kind, unused;
};

struct block {
    struct ring *none;
    long words[4];
};

struct node {
    struct node *next;
    struct ring *own;
};

static struct ring *new_ring_node(long kind) {
    struct ring *r = malloc(sizeof *r);
    r->kind = kind;
    r->unused = 0;
    return r;
}

static void grow(struct ring *behind) {
    while (__VERIFIER_nondet_int()) {
        struct ring *r = new_ring_node(behind->kind);
        r->next = behind->next;
        behind->next = r;
    }
}

static struct ring *new_ring(void) {
    struct ring *first = new_ring_node(1), *second = new_ring_node(2);
    first->next = second;
    second->next = first;
    grow(first);
    grow(second);
    return first;
}

static struct ring *new_block(void) {
    struct block *b = malloc(sizeof *b);
    b->none = NULL;
    return (struct ring *)b;
}

static void drop(struct ring *r) {
    for (struct ring *at = r->next, *next; at != r; at = next) {
        next = at->next;  // @drop
        free(at);
    }
    free(r);
}

int main(void) {
    struct node *list = NULL;
    while (__VERIFIER_nondet_int()) {
        struct node *n = malloc(sizeof *n);
        n->next = list;
        n->own = __VERIFIER_nondet_int() ? new_ring() : new_block();
        list = n;
    }
    while (list) {
        struct node *next = list->next;
#ifndef BAD_ALL
        if (list->own->next)
#endif
            drop(list->own);
#ifndef BAD_RINGS
#ifndef BAD_ALL
        else
            free(list->own);
#endif
#endif
        free(list);
        list = next;
    }
    return 0;  // @end
}
