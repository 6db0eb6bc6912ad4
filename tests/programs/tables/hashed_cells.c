// expect: safe
// expect -DREMAINDER: unsafe out-of-bounds @count
// expect -DTWICE: unsafe use-after-free @again
// expect -DCELLS: unsafe memory-leak @table
// Chains of a table whose size is read: a function tells the place of each key, and all of it is freed, chains of no table included.
#include <stdio.h>
#include <stdlib.h>

struct entry {
    struct entry *next;
    unsigned key;
};
struct table {
    struct entry **cells;
    size_t n;
};

static size_t place_of(unsigned key, size_t n) {
#ifdef REMAINDER
    return key % (n + 1);
#else
    return key % n;
#endif
}

static void release(struct table *t) {
    for (size_t i = 0; i < t->n; i++)
        for (struct entry *e = t->cells[i], *next; e; e = next) {
            next = e->next;
            free(e);
#ifdef TWICE
            next = e->next; // @again
#endif
        }
#ifndef CELLS
    free(t->cells);
#endif
    free(t); // @table
}

int main(void) {
    size_t n;
    unsigned key;
    if (scanf("%zu", &n) != 1 || n == 0) return 0;
    struct table *t = malloc(sizeof *t);
    size_t *counts = calloc(n, sizeof *counts);
    if (!t || !counts) exit(1);
    t->n = n;
    t->cells = calloc(n, sizeof *t->cells);
    if (!t->cells) exit(1);
    while (scanf("%u", &key) == 1) {
        struct entry *e = malloc(sizeof *e);
        if (!e) exit(1);
        e->key = key;
        counts[place_of(key, n)]++; // @count
        e->next = t->cells[key % n];
        t->cells[key % n] = e;
    }
    release(t);
    free(counts);
    return 0;
}
