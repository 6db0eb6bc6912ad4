// expect: unsafe assertion-failure @check
// Numbers lie in lists by their remainder, but one list also gets what is of another.
#include <assert.h>
#include <stdlib.h>

extern unsigned __VERIFIER_nondet_uint(void);

enum { BUCKETS = 4 };

struct entry {
    unsigned bucket;
    struct entry *next;
};

static struct entry *buckets[BUCKETS];

static void put(unsigned bucket) {
    struct entry *e = malloc(sizeof *e);
    e->bucket = bucket == 3 ? 2 : bucket;
    e->next = buckets[bucket];
    buckets[bucket] = e;
}

int main(void) {
    while (__VERIFIER_nondet_uint()) put(__VERIFIER_nondet_uint() % BUCKETS);
    for (unsigned i = 0; i < BUCKETS; i++)
        while (buckets[i]) {
            struct entry *e = buckets[i];
            assert(e->bucket == i);  // @check
            buckets[i] = e->next;
            free(e);
        }
    return 0;
}
