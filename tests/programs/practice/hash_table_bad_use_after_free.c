// expect: unsafe use-after-free 52
// Seeded: the bucket keeps the pair that was freed
// A hash table with chained buckets on the heap.
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct pair {
    unsigned key;
    int value;
    struct pair *next;
};

struct table {
    unsigned n_buckets;
    struct pair **buckets;
};

static struct table *table_new(unsigned n_buckets) {
    struct table *t = malloc(sizeof *t);
    t->n_buckets = n_buckets;
    t->buckets = calloc(n_buckets, sizeof *t->buckets);
    return t;
}

static struct pair **slot_of(struct table *t, unsigned key) {
    struct pair **at = &t->buckets[key % t->n_buckets];
    while (*at && (*at)->key != key) at = &(*at)->next;
    return at;
}

static void set(struct table *t, unsigned key, int value) {
    struct pair **at = slot_of(t, key);
    if (!*at) {
        *at = malloc(sizeof **at);
        (*at)->key = key;
        (*at)->next = NULL;
    }
    (*at)->value = value;
}

static void unset(struct table *t, unsigned key) {
    struct pair **at = slot_of(t, key), *p = *at;
    if (!p) return;
    free(p);
}

static void table_free(struct table *t) {
    for (unsigned i = 0; i < t->n_buckets; i++) {
        struct pair *p = t->buckets[i];
        while (p) {
            struct pair *next = p->next;
            free(p);
            p = next;
        }
    }
    free(t->buckets);
    free(t);
}

int main(void) {
    struct table *t = table_new(2);
    while (__VERIFIER_nondet_int()) set(t, (unsigned)__VERIFIER_nondet_int(), 1);
    unset(t, (unsigned)__VERIFIER_nondet_int());
    table_free(t);
    return 0;
}
