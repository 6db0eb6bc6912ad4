// expect: safe
// A table of LIST heads: entries are found by their hash and removed without it.
#include <stdlib.h>
#include <sys/queue.h>

extern int __VERIFIER_nondet_int(void);

enum { SIZE = 2 };

struct entry {
    unsigned key;
    LIST_ENTRY(entry) chain;
};

static LIST_HEAD(bucket, entry) table[SIZE];

static struct entry *get(unsigned key) {
    struct entry *e;
    LIST_FOREACH(e, &table[key % SIZE], chain)
        if (e->key == key) return e;
    e = malloc(sizeof *e);
    e->key = key;
    LIST_INSERT_HEAD(&table[key % SIZE], e, chain);
    return e;
}

int main(void) {
    for (int i = 0; i < SIZE; i++) LIST_INIT(&table[i]);
    while (__VERIFIER_nondet_int()) {
        struct entry *e = get((unsigned)__VERIFIER_nondet_int());
        if (__VERIFIER_nondet_int()) {
            LIST_REMOVE(e, chain);
            free(e);
        }
    }
    for (int i = 0; i < SIZE; i++)
        while (!LIST_EMPTY(&table[i])) {
            struct entry *e = LIST_FIRST(&table[i]);
            LIST_REMOVE(e, chain);
            free(e);
        }
    return 0;
}
