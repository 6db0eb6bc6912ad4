// SPDX-License-Identifier: MIT
// Hash tables with chains.
#include <stdbool.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

struct entry {
    struct entry *next;
    unsigned key;
    int value;
};
struct table {
    struct entry **buckets;
    size_t n_buckets, count;
};

// contract: requires object(t) of struct table
// contract: requires t->buckets == null or array(t->buckets, t->n_buckets) of struct entry *
// contract: requires t->buckets[i] == null or list(t->buckets[i], next) of struct entry
// contract: ensures result == null or list(result, next) of struct entry
// contract: frees nothing
struct entry *find(const struct table *t, unsigned key) {  // expect: safe
    if (t->n_buckets == 0) return NULL;
    for (struct entry *e = t->buckets[key % t->n_buckets]; e; e = e->next)
        if (e->key == key) return e;
    return NULL;
}

// contract: requires object(t) of struct table
// contract: requires t->buckets == null or array(t->buckets, t->n_buckets) of struct entry *
// contract: requires t->buckets[i] == null or list(t->buckets[i], next) of struct entry
// contract: frees nothing
bool put(struct table *t, unsigned key, int value) {  // expect: safe
    struct entry *e = find(t, key);
    if (e) {
        e->value = value;
        return true;
    }
    if (t->n_buckets == 0 || !(e = malloc(sizeof *e))) return false;
    struct entry **head = &t->buckets[key % t->n_buckets];
    e->key = key;
    e->value = value;
    e->next = *head;
    *head = e;
    t->count++;
    return true;
}

bool delete(struct table *t, unsigned key) {  // expect: safe
    if (t->n_buckets == 0) return false;
    for (struct entry **at = &t->buckets[key % t->n_buckets]; *at; at = &(*at)->next) {
        struct entry *e = *at;
        if (e->key != key) continue;
        *at = e->next;
        free(e);
        t->count--;
        return true;
    }
    return false;
}

size_t count(const struct table *t) {  // expect: safe
    size_t n = 0;
    for (size_t i = 0; i < t->n_buckets; i++)
        for (const struct entry *e = t->buckets[i]; e; e = e->next) n++;
    return n;
}

size_t longest_chain(const struct table *t) {  // expect: safe
    size_t most = 0;
    for (size_t i = 0; i < t->n_buckets; i++) {
        size_t n = 0;
        for (const struct entry *e = t->buckets[i]; e; e = e->next) n++;
        if (n > most) most = n;
    }
    return most;
}

// contract: requires object(t) of struct table
// contract: requires t->buckets == null or array(t->buckets, t->n_buckets) of struct entry *
// contract: requires t->buckets[i] == null or list(t->buckets[i], next) of struct entry
// contract: frees perhaps anything
void clear(struct table *t) {  // expect: safe
    for (size_t i = 0; i < t->n_buckets; i++) {
        struct entry *e = t->buckets[i];
        while (e) {
            struct entry *next = e->next;
            free(e);
            e = next;
        }
        t->buckets[i] = NULL;
    }
    t->count = 0;
}

void chain_clear_late(struct table *t) {  // expect: unsafe use-after-free
    if (!t->buckets || t->n_buckets == 0) return;
    for (struct entry *e = t->buckets[0]; e; e = e->next) free(e);  // fault
    t->buckets[0] = NULL;
}

void table_free_early(struct table *t) {  // expect: unsafe use-after-free
    free(t->buckets);
    for (size_t i = 0; i < t->n_buckets; i++) free(t->buckets[i]);  // fault
    free(t);
}

bool rehash_twice(struct table *t, size_t n) {  // expect: unsafe double-free
    if (n == 0) return false;
    struct entry **buckets = calloc(n, sizeof *buckets);
    if (!buckets) return false;
    free(t->buckets);
    if (t->n_buckets == n) {
        free(buckets);
        free(t->buckets);  // fault
        return false;
    }
    t->buckets = buckets;
    t->n_buckets = n;
    return true;
}

void each(const struct table *t, void (*visit)(unsigned key, int value)) {  // expect: safe
    for (size_t i = 0; i < t->n_buckets; i++)
        for (const struct entry *e = t->buckets[i]; e; e = e->next) visit(e->key, e->value);
}

struct table *table_new(size_t n) {  // expect: safe
    struct table *t = malloc(sizeof *t);
    if (!t) return NULL;
    t->buckets = calloc(n, sizeof *t->buckets);
    if (!t->buckets) {
        free(t);
        return NULL;
    }
    t->n_buckets = n;
    t->count = 0;
    return t;
}

struct table *table_new_lost(size_t n) {  // expect: unsafe memory-leak
    struct table *t = calloc(1, sizeof *t);
    if (!t) return NULL;
    t->buckets = calloc(n, sizeof *t->buckets);
    t->n_buckets = n;
    return n > 1 ? t : NULL;
}  // fault

// ---- keys that are strings

struct symbol {
    char *name;
    int value;
    struct symbol *next;
};
struct symbols {
    struct symbol **heads;
    unsigned size;
};

static unsigned hash(const char *s) {
    unsigned h = 5381;
    while (*s) h = h * 33 ^ (unsigned char)*s++;
    return h;
}

// contract: requires object(t) of struct symbols
// contract: requires t->heads == null or array(t->heads, t->size) of struct symbol *
// contract: requires t->heads[i] == null or list(t->heads[i], next) of struct symbol
// contract: requires string(t->heads[i]->name)
// contract: requires string(name)
// contract: ensures result == null or list(result, next) of struct symbol
// contract: frees nothing
struct symbol *lookup(const struct symbols *t, const char *name) {  // expect: safe
    if (!t->size) return NULL;
    for (struct symbol *s = t->heads[hash(name) % t->size]; s; s = s->next)
        if (strcmp(s->name, name) == 0) return s;
    return NULL;
}

bool define(struct symbols *t, const char *name, int value) {  // expect: safe
    if (!t->size) return false;
    struct symbol *s = malloc(sizeof *s);
    if (!s) return false;
    s->name = strdup(name);
    if (!s->name) {
        free(s);
        return false;
    }
    s->value = value;
    s->next = t->heads[hash(name) % t->size];
    t->heads[hash(name) % t->size] = s;
    return true;
}

void undefine_late(struct symbol **at) {  // expect: unsafe use-after-free
    struct symbol *s = *at;
    if (!s) return;
    free(s);
    *at = s->next;  // fault
}

void undefine(struct symbols *t, const char *name) {  // expect: safe
    if (!t->size) return;
    struct symbol **at = &t->heads[hash(name) % t->size];
    while (*at && strcmp((*at)->name, name) != 0) at = &(*at)->next;
    struct symbol *s = *at;
    if (!s) return;
    *at = s->next;
    free(s->name);
    free(s);
}

void symbols_clear(struct symbols *t) {  // expect: safe
    for (unsigned i = 0; i < t->size; i++) {
        while (t->heads[i]) {
            struct symbol *s = t->heads[i];
            t->heads[i] = s->next;
            free(s->name);
            free(s);
        }
    }
}

// ---- tables that grow ------------------------------------------------------------------------------------------------------------------

struct grown {
    struct entry **chains;
    unsigned n_chains, used;
};

// The nodes of each chain go to the places of another array, one by one.
// contract: requires object(t) of struct grown
// contract: requires t->chains == null or array(t->chains, t->n_chains) of struct entry *
// contract: requires t->chains[i] == null or list(t->chains[i], next) of struct entry
// contract: frees perhaps anything
bool rehash(struct grown *t, unsigned n) {  // expect: safe
    struct entry **old = t->chains, **chains = calloc(n, sizeof *chains);
    if (!chains || n == 0) return free(chains), false;
    for (unsigned i = 0; i < t->n_chains; i++)
        for (struct entry *e = old[i], *next; e; e = next) {
            next = e->next;
            e->next = chains[e->key % n];
            chains[e->key % n] = e;
        }
    free(old);
    t->chains = chains;
    t->n_chains = n;
    return true;
}

bool rehash_late(struct grown *t, unsigned n) {  // expect: unsafe use-after-free
    struct entry **old = t->chains, **chains = calloc(n, sizeof *chains);
    if (!chains || n == 0) return free(chains), false;
    free(old);
    for (unsigned i = 0; i < t->n_chains; i++)
        for (struct entry *e = old[i], *next; e; e = next) {  // fault
            next = e->next;
            e->next = chains[e->key % n];
            chains[e->key % n] = e;
        }
    t->chains = chains;
    t->n_chains = n;
    return true;
}

bool rehash_beyond(struct grown *t, unsigned n) {  // expect: out-of-bounds
    struct entry **old = t->chains, **chains = calloc(n, sizeof *chains);
    if (!chains || n == 0) return free(chains), false;
    for (unsigned i = 0; i <= t->n_chains; i++)
        for (struct entry *e = old[i], *next; e; e = next) {  // fault
            next = e->next;
            e->next = chains[e->key % n];
            chains[e->key % n] = e;
        }
    free(old);
    t->chains = chains;
    t->n_chains = n;
    return true;
}

// contract: requires object(t) of struct grown
// contract: requires t->chains == null or array(t->chains, t->n_chains) of struct entry *
// contract: requires t->chains[i] == null or list(t->chains[i], next) of struct entry
// contract: requires 1 <= t->n_chains
// contract: frees perhaps anything
bool add_and_grow(struct grown *t, unsigned key) {  // expect: safe
    if (t->used / t->n_chains > 2 && !rehash(t, t->used * 2 + 1)) return false;
    struct entry **at = &t->chains[key % t->n_chains], *e = malloc(sizeof *e);
    if (!e) return false;
    *e = (struct entry){*at, key, 0};
    *at = e;
    t->used++;
    return true;
}

// A table that may have no places, made and released.
// contract: frees perhaps anything
void blocks_for(int n) {  // expect: safe
    if (n < 0) return;
    struct entry **blocks = malloc((unsigned)n * sizeof *blocks);
    if (!blocks) return;
    for (int i = 0; i < n; i++) blocks[i] = calloc(1, sizeof **blocks);
    for (int i = 0; i < n; i++) free(blocks[i]);
    free(blocks);
}

void blocks_for_but_one(int n) {  // expect: unsafe memory-leak
    if (n < 0) return;
    struct entry **blocks = malloc((unsigned)n * sizeof *blocks);
    if (!blocks) return;
    for (int i = 0; i < n; i++) blocks[i] = calloc(1, sizeof **blocks);
    for (int i = 1; i < n; i++) free(blocks[i]);
    free(blocks);  // fault
}
