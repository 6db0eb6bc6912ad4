// expect: unsafe use-after-free 29
// Seeded: the data are freed through the freed page
// A cache that keeps the entries last used: what is used moves to the front, the last one is evicted.
#include <stdlib.h>
#include <sys/queue.h>

extern int __VERIFIER_nondet_int(void);

struct page {
    int number;
    char *data;
    TAILQ_ENTRY(page) lru;
};

TAILQ_HEAD(cache, page);

static struct page *find(struct cache *c, int number) {
    struct page *p;
    TAILQ_FOREACH(p, c, lru)
        if (p->number == number) break;
    return p;
}

static void evict(struct cache *c) {
    struct page *p = TAILQ_LAST(c, cache);
    if (!p) return;
    TAILQ_REMOVE(c, p, lru);
    free(p);
    free(p->data);
}

static void touch(struct cache *c, int number) {
    struct page *p = find(c, number);
    if (p) {
        TAILQ_REMOVE(c, p, lru);
    } else {
        if (__VERIFIER_nondet_int()) evict(c);
        p = malloc(sizeof *p);
        p->number = number;
        p->data = malloc(32);
    }
    TAILQ_INSERT_HEAD(c, p, lru);
}

int main(void) {
    struct cache c = TAILQ_HEAD_INITIALIZER(c);
    while (__VERIFIER_nondet_int()) touch(&c, __VERIFIER_nondet_int());
    while (!TAILQ_EMPTY(&c)) evict(&c);
    return 0;
}
