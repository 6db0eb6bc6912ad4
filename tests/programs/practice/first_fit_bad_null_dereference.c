// expect: unsafe null-dereference 29
// Seeded: no block may be large enough
// First fit on a list of free blocks in order of size; a block that fits leaves the list.
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct block {
    unsigned size;
    struct block *next;
};

static struct block *blocks;

static struct block *first_fit(unsigned size) {
    for (struct block **at = &blocks; *at; at = &(*at)->next)
        if ((*at)->size >= size) {
            struct block *b = *at;
            *at = b->next;
            b->next = NULL;
            return b;
        }
    return NULL;
}

static void put_back(struct block *b) {
    struct block **at = &blocks;
    while (*at && (*at)->size < 8) at = &(*at)->next;
    b->next = *at;
    *at = b;
}

int main(void) {
    while (__VERIFIER_nondet_int()) {
        struct block *b = malloc(sizeof *b);
        b->size = (unsigned)__VERIFIER_nondet_int() % 64;
        put_back(b);
    }
    while (__VERIFIER_nondet_int()) {
        struct block *b = first_fit((unsigned)__VERIFIER_nondet_int() % 64);
        if (__VERIFIER_nondet_int())
            put_back(b);
        else
            free(b);
    }
    while (blocks) {
        struct block *b = blocks;
        blocks = b->next;
        free(b);
    }
    return 0;
}
