// expect: safe
// expect -DBAD_NAME: unsafe memory-leak @name
// expect -DBAD_NULL: unsafe null-dereference @null
// Records of two sizes; those of one kind are taken out of the list, the others stay until the end.
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct record {
    struct record *next;
    char deleted;
};
struct full_record {
    struct record head;
    int *values;
    long sum;
};

static struct record *empty_record(struct record *next) {
    struct record *r = malloc(sizeof *r);
    r->next = next;
    r->deleted = 1;
    return r;
}

static struct record *full_record(struct record *next) {
    struct full_record *r = malloc(sizeof *r);
    r->head.next = next;
    r->head.deleted = 0;
    r->values = calloc(3, sizeof *r->values);
    r->sum = 0;
    return &r->head;
}

static void purge(struct record **link) {
    while (*link) {
        struct record *r = *link;
#ifdef BAD_NULL
        while (r->deleted) r = r->next;  // @null
#endif
        if ((*link)->deleted) {
            r = *link;
            *link = r->next;
            free(r);
        } else {
            link = &r->next;
        }
    }
}

int main(void) {
    struct record *all = NULL;
    while (__VERIFIER_nondet_int()) all = __VERIFIER_nondet_int() ? empty_record(all) : full_record(all);
    purge(&all);
    while (all) {
        struct full_record *r = (struct full_record *)all;
        all = r->head.next;
        r->values[2] = 1;
#ifndef BAD_NAME
        free(r->values);
#endif
        free(r);  // @name
    }
    return 0;
}
