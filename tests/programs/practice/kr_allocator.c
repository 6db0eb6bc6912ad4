// expect: safe
// An allocator on one arena: blocks have headers, free ones form a circular list in order of address, neighbours are joined.
#include <stddef.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

enum { UNITS = 8 };

struct header {
    struct header *next;
    size_t units;
};

static struct header base, *freep, *arena;

static void start(void) {
    arena = malloc(UNITS * sizeof *arena);
    arena->units = UNITS;
    arena->next = &base;
    base.next = arena;
    base.units = 0;
    freep = &base;
}

static void *allocate(size_t units) {
    struct header *prev = freep;
    for (struct header *p = prev->next;; prev = p, p = p->next) {
        if (p->units >= units + 1) {
            if (p->units == units + 1) {
                prev->next = p->next;
            } else {
                p->units -= units + 1;
                p += p->units;
                p->units = units + 1;
            }
            freep = prev;
            return p + 1;
        }
        if (p == freep) return NULL;
    }
}

static void give_back(void *block) {
    struct header *b = (struct header *)block - 1, *p = &base;
    while (p->next != &base && p->next < b) p = p->next;
    b->next = p->next;
    p->next = b;
    if (b + b->units == b->next) {
        b->units += b->next->units;
        b->next = b->next->next;
    }
    if (p != &base && p + p->units == b) {
        p->units += b->units;
        p->next = b->next;
    }
    freep = &base;
}

int main(void) {
    start();
    char *a = allocate(1), *b = allocate(2);
    if (a) a[0] = 'a';
    if (b) b[2 * sizeof(struct header) - 1] = 'b';
    if (a && __VERIFIER_nondet_int()) give_back(a);
    if (b && __VERIFIER_nondet_int()) give_back(b);
    free(arena);
    return 0;
}
