// SPDX-License-Identifier: MIT
// Numbers of elements that are not 0, since the code divides by them or masks with one less, and that leave room to grow.
#include <stdbool.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

struct entry {
    struct entry *next;
    unsigned key;
};
struct table {
    struct entry **chains;
    size_t n_chains;
};

// contract: requires object(t) of struct table
// contract: requires t->chains == null or array(t->chains, t->n_chains) of struct entry *
// contract: requires t->chains[i] == null or list(t->chains[i], next) of struct entry
// contract: requires 1 <= t->n_chains
// contract: ensures result == null or list(result, next) of struct entry
// contract: frees nothing
struct entry *find(const struct table *t, unsigned key) {  // expect: safe
    struct entry *e = t->chains[key % t->n_chains];
    while (e && e->key != key) e = e->next;
    return e;
}

bool take_out(struct table *t, unsigned key) {  // expect: safe
    for (struct entry **at = &t->chains[key % t->n_chains]; *at; at = &(*at)->next) {
        struct entry *e = *at;
        if (e->key != key) continue;
        *at = e->next;
        free(e);
        return true;
    }
    return false;
}

bool take_out_twice(struct table *t, unsigned key) {  // expect: unsafe use-after-free
    for (struct entry **at = &t->chains[key % t->n_chains]; *at; at = &(*at)->next) {  // fault
        struct entry *e = *at;
        if (e->key == key) free(e);  // fault
    }
    return false;
}

struct entry *find_behind(const struct table *t, unsigned key) {  // expect: out-of-bounds
    struct entry *e = t->chains[key % t->n_chains + 1];  // fault
    while (e && e->key != key) e = e->next;
    return e;
}

// A table without chains has none to go through.
// contract: requires object(t) of struct table
// contract: requires t->chains == null or array(t->chains, t->n_chains) of struct entry *
// contract: requires t->chains[i] == null or list(t->chains[i], next) of struct entry
// contract: frees t
void table_free(struct table *t) {  // expect: safe
    for (size_t i = 0; i < t->n_chains; i++)
        for (struct entry *e = t->chains[i], *next; e; e = next) {
            next = e->next;
            free(e);
        }
    free(t->chains);
    free(t);
}

void table_free_late(struct table *t) {  // expect: unsafe use-after-free
    free(t->chains);
    for (size_t i = 0; i < t->n_chains; i++) free(t->chains[i]);  // fault
    free(t);
}

// ---- what a callee divides by, or masks with --------------------------------------------------------------------------------------------

static size_t place_of(unsigned hash, size_t n) {
    return hash % n;
}

// contract: requires array(cells, n) of int
// contract: requires 1 <= n
// contract: frees nothing
int cell(const int *cells, size_t n, unsigned hash) {  // expect: safe
    return cells[place_of(hash, n)];
}

// contract: requires object(t) of struct table
// contract: requires t->chains == null or array(t->chains, t->n_chains) of struct entry *
// contract: requires t->chains[i] == null or list(t->chains[i], next) of struct entry
// contract: requires 1 <= t->n_chains
// contract: frees nothing
bool has(const struct table *t, unsigned key) {  // expect: safe
    for (const struct entry *e = t->chains[place_of(key, t->n_chains)]; e; e = e->next)
        if (e->key == key) return true;
    return false;
}

struct map {
    unsigned *slots;
    unsigned cap;
};
struct world {
    int age;
    struct map map;
};

// contract: requires object(m) of struct map
// contract: requires m->slots == null or array(m->slots, m->cap) of unsigned int
// contract: requires 1 <= m->cap
// contract: frees nothing
void put(struct map *m, unsigned key, unsigned value) {  // expect: safe
    unsigned mask = m->cap - 1;
    m->slots[key & mask] = value;
}

void put_wide(struct map *m, unsigned key, unsigned value) {  // expect: out-of-bounds
    unsigned mask = m->cap;
    m->slots[key & mask] = value;  // fault
}

// contract: requires object(w) of struct world
// contract: requires w->map.slots == null or array(w->map.slots, w->map.cap) of unsigned int
// contract: requires 1 <= w->map.cap
// contract: frees nothing
unsigned get_inside(const struct world *w, unsigned key) {  // expect: safe
    const struct map *m = &w->map;
    return m->slots[key % m->cap];
}

// It asks, so there may be none.
// contract: requires object(m) of struct map
// contract: requires m->slots == null or array(m->slots, m->cap) of unsigned int
// contract: frees nothing
unsigned get_if_any(const struct map *m, unsigned key) {  // expect: safe
    return m->cap ? m->slots[key % m->cap] : 0;
}

// ---- room to grow ---------------------------------------------------------------------------------------------------------------------

struct list {
    void **data;
    unsigned length, cap;
};

static bool enlarge(struct list *l) {
    unsigned cap = l->cap * 2;
    void **data = realloc(l->data, sizeof *data * cap);
    if (!data) return false;
    l->data = data;
    l->cap = cap;
    return true;
}

// Twice nothing is nothing, and twice the largest number is less than that.
// contract: requires object(l) of struct list
// contract: requires l->data == null or array(l->data, l->cap) of void *
// contract: requires 0 <= l->length <= l->cap
// contract: requires 1 <= l->cap <= 1073741823
// contract: frees perhaps anything
bool append(struct list *l, void *item) {  // expect: safe
    if (l->length + 1 > l->cap && !enlarge(l)) return false;
    l->data[l->length++] = item;
    return true;
}

bool insert(struct list *l, unsigned at, void *item) {  // expect: safe
    if (at > l->length || (l->length + 1 > l->cap && !enlarge(l))) return false;
    memmove(&l->data[at + 1], &l->data[at], (l->length - at) * sizeof *l->data);
    l->data[at] = item;
    l->length++;
    return true;
}

bool insert_far(struct list *l, unsigned at, void *item) {  // expect: out-of-bounds
    if (at > l->length || (l->length > l->cap && !enlarge(l))) return false;
    memmove(&l->data[at + 1], &l->data[at], (l->length - at) * sizeof *l->data);  // fault
    l->data[at] = item;  // fault
    l->length++;
    return true;
}
