// expect: safe
// expect -DBAD_EVICT: unsafe use-after-free @bucket
// expect -DBAD_REPLACE: unsafe memory-leak @replace
// expect -DBAD_TOUCH: unsafe null-dereference @touch
// expect -DBAD_REMOVE: unsafe use-after-free @dispose
// A cache of pages: found by a table of chains, evicted in the order of their last use, which a doubly linked list keeps.
#include <assert.h>
#include <stdlib.h>
#include <string.h>

extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);

#define BUCKETS 4
#define PAGE 8

struct entry {
    struct entry *newer, *older;
    struct entry *chain;
    unsigned key;
    unsigned char *page;
};

struct cache {
    struct entry *newest, *oldest;
    struct entry *buckets[BUCKETS];
    unsigned count, limit;
    unsigned hits, misses;
};

// ---- the order of use ------------------------------------------------------------------------------------------------------------------

static void unlink_use(struct cache *c, struct entry *e) {
    if (e->newer)
        e->newer->older = e->older;
    else
        c->newest = e->older;
    if (e->older)
        e->older->newer = e->newer;
    else
        c->oldest = e->newer;
}

static void link_newest(struct cache *c, struct entry *e) {
    e->newer = NULL;
    e->older = c->newest;
    if (c->newest)
        c->newest->newer = e;
    else
        c->oldest = e;
    c->newest = e;
}

static void touch(struct cache *c, struct entry *e) {
#ifdef BAD_TOUCH
    e->newer->older = e->older;  // @touch: the newest has no newer
    if (e->older)
        e->older->newer = e->newer;
    else
        c->oldest = e->newer;
#else
    if (c->newest == e) return;
    unlink_use(c, e);
#endif
    link_newest(c, e);
}

// ---- the table -------------------------------------------------------------------------------------------------------------------------

static struct entry **bucket(struct cache *c, unsigned key) { return &c->buckets[key % BUCKETS]; }

static struct entry *find(struct cache *c, unsigned key) {
    struct entry *e = *bucket(c, key);
    while (e && e->key != key) e = e->chain;  // @bucket
    return e;
}

static void unlink_chain(struct cache *c, struct entry *e) {
    struct entry **at = bucket(c, e->key);
    while (*at != e) at = &(*at)->chain;
    *at = e->chain;
}

static void link_chain(struct cache *c, struct entry *e) {
    struct entry **at = bucket(c, e->key);
    e->chain = *at;
    *at = e;
}

// ---- entries ---------------------------------------------------------------------------------------------------------------------------

static void dispose(struct entry *e) {
    free(e->page);  // @dispose
    free(e);
}

static void evict(struct cache *c) {
    struct entry *e = c->oldest;
    unlink_use(c, e);
#ifndef BAD_EVICT
    unlink_chain(c, e);
#endif
    c->count--;
    dispose(e);
}

static unsigned char *copy_of(const unsigned char *page) {
    unsigned char *copy = malloc(PAGE);
    if (!copy) abort();
    memcpy(copy, page, PAGE);
    return copy;
}

static void put(struct cache *c, unsigned key, const unsigned char *page) {
    struct entry *e = find(c, key);
    if (e) {
#ifndef BAD_REPLACE
        free(e->page);
#endif
        e->page = copy_of(page);  // @replace
        touch(c, e);
        return;
    }
    while (c->count >= c->limit && c->oldest) evict(c);
    e = malloc(sizeof *e);
    if (!e) abort();
    e->key = key;
    e->page = copy_of(page);
    link_chain(c, e);
    link_newest(c, e);
    c->count++;
}

static const unsigned char *get(struct cache *c, unsigned key) {
    struct entry *e = find(c, key);
    if (!e) {
        c->misses++;
        return NULL;
    }
    c->hits++;
    touch(c, e);
    assert(c->newest == e);
    return e->page;
}

static void drop(struct cache *c, unsigned key) {
    struct entry *e = find(c, key);
    if (!e) return;
    unlink_use(c, e);
    unlink_chain(c, e);
    c->count--;
#ifdef BAD_REMOVE
    free(e->page);
    e->page = NULL;
    free(e);
#endif
    dispose(e);
}

static void shrink(struct cache *c, unsigned limit) {
    c->limit = limit;
    while (c->count > limit && c->oldest) evict(c);
}

static void clear(struct cache *c) {
    while (c->newest) {
        struct entry *e = c->newest;
        c->newest = e->older;
        dispose(e);
    }
    memset(c->buckets, 0, sizeof c->buckets);
    c->oldest = NULL;
    c->count = 0;
}

static unsigned sum(const struct cache *c) {
    unsigned s = 0;
    for (const struct entry *e = c->newest; e; e = e->older) {
        for (int i = 0; i < PAGE; i++) s += e->page[i];
    }
    return s;
}

static void load(unsigned char *page) {
    unsigned value = __VERIFIER_nondet_uint();
    for (int i = 0; i < PAGE; i++) page[i] = (unsigned char)(value >> i);
}

int main(void) {
    struct cache c;
    memset(&c, 0, sizeof c);
    c.limit = 3;
    unsigned total = 0;
    for (;;) {
        unsigned key = __VERIFIER_nondet_uint();
        unsigned char page[PAGE];
        int request = __VERIFIER_nondet_int();
        if (request == 0) break;
        switch (request) {
            case 1:
                load(page);
                put(&c, key, page);
                break;
            case 2: {
                const unsigned char *p = get(&c, key);
                if (p) total += p[0];
                break;
            }
            case 3: drop(&c, key); break;
            case 4: shrink(&c, 1 + key % 8); break;
            case 5: total += sum(&c); break;
            default: clear(&c); break;
        }
    }
    clear(&c);
    return total > 100;
}
