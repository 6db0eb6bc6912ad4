// expect: safe
// expect -DBAD_LARGER: unsafe assertion-failure @sorted
// expect -DBAD_REST: unsafe assertion-failure @sorted
// Two lists that are filled in ascending order are merged node by node into one, which is ascending, too.
#include <assert.h>
#include <limits.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
typedef struct cell {
    long key;
    struct cell *tail;
} *list;

static list ascending(void) {
    list first = NULL, *end = &first;
    long key = LONG_MIN;
    while (__VERIFIER_nondet_int()) {
        long next = __VERIFIER_nondet_int();
        if (next < key) break;
        key = next;
        *end = malloc(sizeof(struct cell));
        if (!*end) exit(1);
        (*end)->key = key;
        (*end)->tail = NULL;
        end = &(*end)->tail;
    }
    return first;
}

static list merge(list a, list b) {
    list merged = NULL, *end = &merged;
    while (a && b) {
#ifdef BAD_LARGER
        list *from = a->key > b->key ? &a : &b;
#else
        list *from = a->key < b->key ? &a : &b;
#endif
        *end = *from;
        *from = (*from)->tail;
        end = &(*end)->tail;
    }
#ifdef BAD_REST
    if (a && merged) {
        *end = NULL;
        for (end = &a->tail; *end; end = &(*end)->tail) {}
        *end = merged;
        return a;
    }
#endif
    *end = a ? a : b;
    return merged;
}

int main(void) {
    list a = ascending(), b = ascending();
    list all = merge(a, b);
    for (list l = all; l && l->tail; l = l->tail) assert(l->key <= l->tail->key);  // @sorted
    while (all) {
        list tail = all->tail;
        free(all);
        all = tail;
    }
    return 0;
}
