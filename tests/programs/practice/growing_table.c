// expect: safe
// A hash table whose buckets double: the chains are moved to a new array.
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct entry {
    struct entry *next;
    unsigned hash;
};

struct table {
    struct entry **buckets;
    unsigned size, used;
};

static void move(struct entry *list, struct entry **to, unsigned size) {
    while (list) {
        struct entry *e = list;
        list = e->next;
        e->next = to[e->hash % size];
        to[e->hash % size] = e;
    }
}

static void grow(struct table *t) {
    struct entry **bigger = calloc(t->size * 2, sizeof *bigger);
    for (unsigned i = 0; i < t->size; i++) move(t->buckets[i], bigger, t->size * 2);
    free(t->buckets);
    t->buckets = bigger;
    t->size *= 2;
}

static void add(struct table *t, unsigned hash) {
    struct entry *e = malloc(sizeof *e);
    if (t->used == t->size && t->size < 4) grow(t);
    e->hash = hash;
    e->next = t->buckets[hash % t->size];
    t->buckets[hash % t->size] = e;
    t->used++;
}

int main(void) {
    struct table t = {calloc(1, sizeof(struct entry *)), 1, 0};
    while (__VERIFIER_nondet_int()) add(&t, (unsigned)__VERIFIER_nondet_int());
    for (unsigned i = 0; i < t.size; i++)
        while (t.buckets[i]) {
            struct entry *e = t.buckets[i];
            t.buckets[i] = e->next;
            free(e);
        }
    free(t.buckets);
    return 0;
}
