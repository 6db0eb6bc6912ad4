// expect: safe
// expect -DSTALE: unsafe use-after-free @walk
// expect -DHALF: unsafe memory-leak @old
// expect -DPLACE: unsafe out-of-bounds @put
// expect -DFORGET: unsafe memory-leak @old
// A table of chains that grows: the nodes of each chain go to the places of a larger array, one by one, and the old array is freed.
#include <stdio.h>
#include <stdlib.h>

struct entry {
    struct entry *next;
    unsigned key;
};
struct table {
    struct entry **cells;
    unsigned n, used;
};

static void grow(struct table *t) {
    struct entry **old = t->cells;
    unsigned n = t->n;
    if (n > 1000000) exit(1);
    t->cells = calloc(2 * n, sizeof *t->cells);
    if (!t->cells) exit(1);
    t->n = 2 * n;
#ifdef HALF
    for (unsigned i = 0; i < n / 2; i++) {
#else
    for (unsigned i = 0; i < n; i++) {
#endif
        struct entry *e = old[i];
        while (e) {
            struct entry *next = e->next; // @walk
#ifdef PLACE
            unsigned at = e->key % (t->n + 1);
#else
            unsigned at = e->key % t->n;
#endif
#ifdef FORGET
            e->next = NULL;
#else
            e->next = t->cells[at]; // @put
#endif
            t->cells[at] = e;
            e = next;
        }
#ifdef STALE
        if (i == 2)
            for (e = old[0]; e; e = old[0]) {
                old[0] = e->next;
                free(e);
            }
#endif
    }
    free(old); // @old
}

static void add(struct table *t, unsigned key) {
    if (t->used > t->n) grow(t);
    struct entry *e = malloc(sizeof *e);
    if (!e) exit(1);
    e->key = key;
    e->next = t->cells[key % t->n];
    t->cells[key % t->n] = e;
    t->used++;
}

static void release(struct table *t) {
    for (unsigned i = 0; i < t->n; i++)
        for (struct entry *e = t->cells[i], *next; e; e = next) {
            next = e->next;
            free(e);
        }
    free(t->cells);
}

int main(void) {
    struct table t = {0};
    unsigned key;
    if (scanf("%u", &t.n) != 1 || t.n == 0 || t.n > 1000) return 0;
    t.cells = calloc(t.n, sizeof *t.cells);
    if (!t.cells) exit(1);
    while (scanf("%u", &key) == 1) add(&t, key);
    release(&t);
    return 0;
}
