// expect: unsafe null-dereference 18
// Seeded: there may be no block that is large enough
// Best fit: the whole list is searched for the smallest block that is large enough.
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

struct block {
    struct block *next;
    unsigned size;
};

static struct block *best_fit(struct block **list, unsigned size) {
    struct block **best = NULL;
    for (struct block **at = list; *at; at = &(*at)->next)
        if ((*at)->size >= size && (!best || (*at)->size < (*best)->size)) best = at;
    struct block *b = *best;
    *best = b->next;
    return b;
}

int main(void) {
    struct block *list = NULL;
    while (__VERIFIER_nondet_int()) {
        struct block *b = malloc(sizeof *b);
        b->size = (unsigned)__VERIFIER_nondet_int();
        b->next = list;
        list = b;
    }
    struct block *b = best_fit(&list, 16);
    if (b) {
        if (b->size < 16) reach_error();
        free(b);
    }
    while (list) {
        b = list;
        list = b->next;
        free(b);
    }
    return 0;
}
