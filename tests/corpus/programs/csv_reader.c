// SPDX-License-Identifier: MIT
// Reading records from memory line by line into a growing table.
// run: inputs=0 -> ok
// run: inputs=1 -> ok
// run: inputs=2 -> ok
// run: CELLS inputs=0 -> memory-leak @cells
// run: QUOTE inputs=3 -> out-of-bounds @quote
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int __VERIFIER_nondet_int(void);

struct row {
    char **cells;
    size_t n;
};
struct table {
    struct row *rows;
    size_t n;
};

static const char *cell(struct row *r, const char *s) {
    const char *start = s, *end;
    if (*s == '"') {
        start = ++s;
#ifdef QUOTE
        while (*s != '"') s++; // @quote
#else
        while (*s && *s != '"') s++;
#endif
        end = s;
        if (*s) s++;
    } else {
        s += strcspn(s, ",\n");
        end = s;
    }
    r->cells = realloc(r->cells, (r->n + 1) * sizeof *r->cells);
    r->cells[r->n++] = strndup(start, (size_t)(end - start));
    return s;
}

static void read_table(struct table *t, const char *s) {
    while (*s) {
        t->rows = realloc(t->rows, (t->n + 1) * sizeof *t->rows);
        struct row *r = &t->rows[t->n++];
        memset(r, 0, sizeof *r);
        for (;;) {
            s = cell(r, s);
            if (*s != ',') break;
            s++;
        }
        if (*s == '\n') s++;
    }
}

static void release(struct table *t) {
    for (size_t i = 0; i < t->n; i++) {
        for (size_t j = 0; j < t->rows[i].n; j++) free(t->rows[i].cells[j]);
#ifndef CELLS
        free(t->rows[i].cells);
#endif
    }
    free(t->rows); // @cells
}

int main(void) {
    static const char *const texts[] = {"a,b\n1,\"x,y\"\n", "", "single", "\"open"};
    struct table t = {0};
    read_table(&t, texts[__VERIFIER_nondet_int()]);
    for (size_t i = 0; i < t.n; i++) {
        for (size_t j = 0; j < t.rows[i].n; j++) printf("[%s]", t.rows[i].cells[j]);
        printf("\n");
    }
    release(&t);
    return (int)t.n;
}
