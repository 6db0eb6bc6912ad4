// SPDX-License-Identifier: MIT
// Hash tables with chains.
#include "seed.h"

#define BUCKETS 5
struct entry {
    struct entry *next;
    char *key;
    int value;
};
struct table {
    struct entry *bucket[BUCKETS];
    size_t used;
};
struct dictionary {
    struct entry **slots;
    size_t size, used;
};

static unsigned hash(const char *key) {
    unsigned h = 5381;
    while (*key) h = h * 33 + (unsigned char)*key++;
    return h;
}

static struct entry *entry_new(const char *key, int value) {
    struct entry *e = malloc(sizeof *e);
    if (!e) return NULL;
    e->key = strdup(key);
    if (!e->key) {
        free(e);
        return NULL;
    }
    e->value = value;
    e->next = NULL;
    return e;
}

static void entry_free(struct entry *e) {
    free(e->key);
    free(e);
}

int table_put(struct table *t, const char *key, int value) {  // seed: memory-leak
    struct entry **at = &t->bucket[hash(key) % BUCKETS], *e = entry_new(key, value);
    if (!e) return -1;
    for (; *at; at = &(*at)->next) {
        if (strcmp((*at)->key, key) != 0) continue;
        (*at)->value = value;
        if (BAD)
            free(e);
        else
            entry_free(e);
        return 0;
    }
    *at = e;
    t->used++;
    return 1;
}

int table_remove(struct table *t, const char *key) {  // seed: use-after-free
    for (struct entry **at = &t->bucket[hash(key) % BUCKETS]; *at; at = &(*at)->next) {
        struct entry *e = *at;
        if (strcmp(e->key, key) != 0) continue;
        if (!BAD) *at = e->next;
        entry_free(e);
        if (BAD) *at = e->next;
        t->used--;
        return 1;
    }
    return 0;
}

void table_clear(struct table *t) {  // seed: use-after-free
    for (int i = 0; i < BUCKETS; i++) {
        for (struct entry *e = t->bucket[i], *next; e; e = next) {
            next = e->next;
            entry_free(e);
            if (BAD && i == 3) e->value = 0;
        }
        t->bucket[i] = NULL;
    }
    t->used = 0;
}

void table_remove_negative(struct table *t) {  // seed: double-free
    for (int i = 0; i < BUCKETS; i++) {
        struct entry **at = &t->bucket[i];
        while (*at) {
            struct entry *e = *at;
            if (e->value >= 0) {
                at = &e->next;
                continue;
            }
            *at = e->next;
            if (BAD) free(e->key);
            entry_free(e);
            t->used--;
        }
    }
}

int table_longest(const struct table *t) {  // seed: out-of-bounds
    int lengths[BUCKETS], most = 0;
    for (int i = 0; i < BUCKETS; i++) {
        int n = 0;
        for (const struct entry *e = t->bucket[i]; e; e = e->next) n++;
        lengths[i + BAD] = n;
    }
    for (int i = 0; i < BUCKETS; i++)
        if (lengths[i] > most) most = lengths[i];
    return most;
}

struct table *table_new(const char *key) {  // seed: memory-leak
    struct table *t = calloc(1, sizeof *t);
    if (!t) return NULL;
    struct entry *e = entry_new(key, 1);
    if (!e) {
        if (!BAD) free(t);
        return NULL;
    }
    t->bucket[hash(key) % BUCKETS] = e;
    t->used = 1;
    return t;
}

struct dictionary *dictionary_new(size_t size) {  // seed: memory-leak
    struct dictionary *d = malloc(sizeof *d);
    if (!d || !size) {
        if (!BAD || size) free(d);
        return NULL;
    }
    d->slots = calloc(size, sizeof *d->slots);
    if (!d->slots) {
        free(d);
        return NULL;
    }
    d->size = size;
    d->used = 0;
    return d;
}

int dictionary_resize(struct dictionary *d, size_t size) {  // seed: use-after-free
    struct entry **slots = calloc(size ? size : 1, sizeof *slots), **old = d->slots;
    if (!slots) return -1;
    if (!size) size = 1;
    if (BAD) free(old);
    for (size_t i = 0; i < d->size; i++) {
        for (struct entry *e = old[i], *next; e; e = next) {
            next = e->next;
            e->next = slots[hash(e->key) % size];
            slots[hash(e->key) % size] = e;
        }
    }
    if (!BAD) free(old);
    d->slots = slots;
    d->size = size;
    return 0;
}

void dictionary_free(struct dictionary *d) {  // seed: double-free
    for (size_t i = 0; i < d->size; i++) {
        while (d->slots[i]) {
            struct entry *e = d->slots[i];
            d->slots[i] = e->next;
            entry_free(e);
        }
    }
    free(d->slots);
    if (BAD) free(d->slots);
    free(d);
}

#ifdef TRY
int main(void) {
    struct table *t = table_new("one");
    table_put(t, "one", 1);
    table_put(t, "two", -2);
    table_put(t, "three", 3);
    table_put(t, "four", 3);
    int longest = table_longest(t);
    table_remove(t, "one");
    table_remove(t, "five");
    table_remove_negative(t);
    table_clear(t);
    free(t);
    dictionary_new(0);
    struct dictionary *d = dictionary_new(3);
    d->slots[1] = entry_new("x", 1);
    dictionary_resize(d, 7);
    dictionary_free(d);
    return longest < 1;
}
#endif
