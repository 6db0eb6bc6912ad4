// SPDX-License-Identifier: MIT
// Rows that own lists of cells; freeing the outer list first loses the inner ones.
// run: inputs=3 -> ok
// run: inputs=1 -> ok
// run: INNER inputs=3 -> memory-leak @inner
// run: SHARED inputs=2 -> double-free @shared
// also: -m32
#include <stdio.h>
#include <stdlib.h>

int __VERIFIER_nondet_int(void);

struct cell {
    struct cell *next;
    int value;
};
struct row {
    struct row *next;
    struct cell *cells;
};

static struct cell *cells(int n) {
    if (n == 0) return NULL;
    struct cell *c = malloc(sizeof(*c));
    c->value = n;
    c->next = cells(n - 1);
    return c;
}

static void free_cells(struct cell *c) {
    if (c == NULL) return;
#ifndef SHARED
    free_cells(c->next);
#endif
    free(c); // @shared
}

int main(void) {
    struct row *rows = NULL;
    int n = __VERIFIER_nondet_int(), sum = 0;
    for (int i = 1; i <= n; i++) {
        struct row *r = malloc(sizeof *r);
        r->cells = cells(i);
        r->next = rows;
        rows = r;
    }
    for (struct row *r = rows; r; r = r->next)
        for (struct cell *c = r->cells; c; c = c->next) sum += c->value;
#ifdef SHARED
    free(rows->next->cells);
    rows->next->cells = rows->cells;
    rows->cells->next->next = NULL;
    free(rows->cells->next);
    rows->cells->next = NULL;
#endif
    while (rows) {
        struct row *r = rows;
        rows = r->next;
#ifndef INNER
        free_cells(r->cells);
#endif
        free(r); // @inner
    }
    printf("%d\n", sum);
    return 0;
}
