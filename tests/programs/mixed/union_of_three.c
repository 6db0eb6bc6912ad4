// expect: safe
// expect -DBAD_TAG: unsafe invalid-free @tag
// expect -DBAD_TWICE: unsafe double-free @twice
// Values in a list are numbers, strings, or lists of numbers: a union, and a tag beside it.
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct cell {
    struct cell *next;
    int number;
};
struct value {
    struct value *next;
    enum { NUMBER, STRING, CELLS } tag;
    union {
        long number;
        char *string;
        struct cell *cells;
    } is;
};

static struct cell *some_cells(void) {
    struct cell *list = NULL;
    while (__VERIFIER_nondet_int()) {
        struct cell *c = malloc(sizeof *c);
        c->number = __VERIFIER_nondet_int();
        c->next = list;
        list = c;
    }
    return list;
}

static struct value *some_value(struct value *next) {
    struct value *v = malloc(sizeof *v);
    v->next = next;
    switch (__VERIFIER_nondet_int()) {
    case 0:
        v->tag = STRING;
        v->is.string = malloc(4);
        break;
    case 1:
        v->tag = CELLS;
        v->is.cells = some_cells();
        break;
    default:
        v->tag = NUMBER;
        v->is.number = 7;
    }
    return v;
}

static void drop(struct value *v) {
#ifdef BAD_TAG
    if (v->tag != CELLS) free(v->is.string);  // @tag
#else
    if (v->tag == STRING) free(v->is.string);
#endif
    if (v->tag == CELLS) {
        while (v->is.cells) {
            struct cell *next = v->is.cells->next;
            free(v->is.cells);
            v->is.cells = next;
        }
    }
#ifdef BAD_TWICE
    if (v->tag == STRING) free(v->is.string);  // @twice
#endif
    free(v);
}

int main(void) {
    struct value *all = NULL;
    while (__VERIFIER_nondet_int()) all = some_value(all);
    while (all) {
        struct value *next = all->next;
        drop(all);
        all = next;
    }
    return 0;
}
