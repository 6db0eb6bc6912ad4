// SPDX-License-Identifier: MIT
// A sparse matrix: rows of linked cells, transposed into a second matrix.
// run: inputs=3 -> ok
// run: inputs=5 -> ok
// run: COLUMN inputs=3 -> out-of-bounds @column
// run: ONE inputs=3 -> memory-leak @one
#include <stdio.h>
#include <stdlib.h>

int __VERIFIER_nondet_int(void);

struct entry {
    struct entry *next;
    int column;
    double value;
};
struct sparse {
    int n;
    struct entry *row[];
};

static struct sparse *make(int n) {
    struct sparse *s = calloc(1, sizeof(struct sparse) + (size_t)n * sizeof(struct entry *));
    s->n = n;
    return s;
}

static void put(struct sparse *s, int row, int column, double value) {
    struct entry *e = malloc(sizeof(struct entry));
    e->value = value;
    e->column = column;
    e->next = s->row[row]; // @column
    s->row[row] = e;
}

static struct sparse *transpose(const struct sparse *s) {
    struct sparse *t = make(s->n);
    for (int i = s->n - 1; i >= 0; i--)
        for (struct entry *e = s->row[i]; e; e = e->next) {
#ifdef COLUMN
            put(t, e->column + 1, i, e->value);
#else
            put(t, e->column, i, e->value);
#endif
        }
    return t;
}

static void release(struct sparse *s) {
    for (int i = 0; i < s->n; i++)
        for (struct entry *e = s->row[i], *next; e; e = next) {
            next = e->next;
            free(e);
        }
    free(s);
}

int main(void) {
    int n = __VERIFIER_nondet_int();
    struct sparse *s = make(n);
    for (int i = 0; i < n; i++)
        for (int j = i; j < n; j += 2) put(s, i, j, i + j / 10.0);
    struct sparse *t = transpose(s);
    for (int i = 0; i < n; i++) {
        for (struct entry *e = t->row[i]; e; e = e->next) printf("[%d] %.1f ", e->column, e->value);
        printf("\n");
    }
    release(s);
#ifdef ONE
    t->row[0] = NULL; // @one
#endif
    release(t);
    return 0;
}
