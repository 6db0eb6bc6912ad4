// expect: safe
// Records with names in an array that grows, its length and room kept as int; the last one may be taken away again.
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct record {
    char *name;
    int number;
};
struct table {
    struct record *rows;
    int n, room;
};

static void add(struct table *t, int number) {
    if (t->n == t->room) {
        int room = t->room == 0 ? 2 : 2 * t->room;
        struct record *rows = realloc(t->rows, room * sizeof *rows);
        if (!rows) exit(EXIT_FAILURE);
        t->rows = rows;
        t->room = room;
    }
    char *name = malloc(8);
    if (!name) exit(EXIT_FAILURE);
    name[0] = 'a';
    t->rows[t->n].name = name;
    t->rows[t->n].number = number;
    t->n++;
}

int main(void) {
    struct table t = {NULL, 0, 0};
    int sum = 0;
    while (__VERIFIER_nondet_int()) add(&t, __VERIFIER_nondet_int());
    if (t.n > 0) {
        t.n--;
        free(t.rows[t.n].name);
    }
    for (int i = 0; i < t.n; i++) {
        sum ^= t.rows[i].number + t.rows[i].name[0];
        free(t.rows[i].name);
    }
    free(t.rows);
    return sum & 1;
}
