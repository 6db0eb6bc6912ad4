// expect: safe
// expect -DBAD_CLEARED: unsafe double-free @value
// expect -DBAD_SHARED: unsafe double-free @key
// The bits of a mask say which of its two parts an entry owns; values are dropped early, with their bit.
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
#define OWNS_KEY 1u
#define OWNS_VALUE 2u
struct entry {
    unsigned flags;
    int *key, *value;
    struct entry *next;
};

static int *number(int n) {
    int *p = malloc(sizeof *p);
    if (!p) exit(1);
    *p = n;
    return p;
}

static struct entry *entry(struct entry *next, int *shared) {
    struct entry *e = malloc(sizeof *e);
    if (!e) exit(1);
    e->flags = 0;
    e->key = shared;
    if (__VERIFIER_nondet_int()) {
        e->key = number(1);
        e->flags |= OWNS_KEY;
    }
    if (__VERIFIER_nondet_int()) {
        e->value = number(2);
        e->flags |= OWNS_VALUE;
    } else {
        e->value = e->key;
    }
#ifdef BAD_SHARED
    if (e->flags == OWNS_KEY && next) e->flags |= OWNS_VALUE;
#endif
    e->next = next;
    return e;
}

static void drop_values(struct entry *e) {
    for (; e; e = e->next) {
        if (!(e->flags & OWNS_VALUE) || !__VERIFIER_nondet_int()) continue;
        free(e->value);
#ifdef BAD_CLEARED
        if (e->flags & OWNS_KEY)
#endif
            e->flags &= ~OWNS_VALUE;
    }
}

int main(void) {
    struct entry *list = NULL;
    int *shared = number(0);
    while (__VERIFIER_nondet_int()) list = entry(list, shared);
    drop_values(list);
    while (list) {
        struct entry *next = list->next;
        if (list->flags & OWNS_VALUE) free(list->value);  // @value
        if (list->flags & OWNS_KEY) free(list->key);  // @key
        free(list);
        list = next;
    }
    free(shared);
    return 0;
}
