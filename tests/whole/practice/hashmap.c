// expect: safe
// expect -DBAD_RESIZE: unsafe memory-leak @resize
// expect -DBAD_REMOVE: unsafe use-after-free @remove
// expect -DBAD_COPY: unsafe out-of-bounds @copy
// expect -DBAD_SET: unsafe memory-leak @set
// expect -DBAD_ITERATE: unsafe out-of-bounds @iterate
// A hash map from strings to strings: chains in a table that grows, with an iterator, removal while iterating, and a map that is filled from another.
#include <assert.h>
#include <stdlib.h>
#include <string.h>

extern int __VERIFIER_nondet_int(void);
extern char __VERIFIER_nondet_char(void);

struct pair {
    struct pair *next;
    unsigned hash;
    char *key, *value;
};

struct map {
    struct pair **buckets;
    size_t size, count;
};

struct iterator {
    struct map *map;
    size_t bucket;
    struct pair **at;
};

// ---- strings ---------------------------------------------------------------------------------------------------------------------------

static char *copy_string(const char *s) {
    size_t length = strlen(s);
#ifdef BAD_COPY
    char *copy = malloc(length > 0 ? length : 1);
#else
    char *copy = malloc(length + 1);
#endif
    if (!copy) abort();
    memcpy(copy, s, length + 1);  // @copy
    return copy;
}

static unsigned hash_of(const char *s) {
    unsigned h = 2166136261u;
    for (; *s; s++) h = (h ^ (unsigned char)*s) * 16777619u;
    return h;
}

// ---- pairs -----------------------------------------------------------------------------------------------------------------------------

static void free_pair(struct pair *p) {
    free(p->key);
    free(p->value);
    free(p);
}

static void map_open(struct map *m, size_t size) {
    m->buckets = calloc(size, sizeof *m->buckets);
    if (!m->buckets) abort();
    m->size = size;
    m->count = 0;
}

static void map_clear(struct map *m) {
    for (size_t i = 0; i < m->size; i++) {
        struct pair *p = m->buckets[i];
        while (p) {
            struct pair *next = p->next;
            free_pair(p);
            p = next;
        }
        m->buckets[i] = NULL;
    }
    m->count = 0;
}

static void map_close(struct map *m) {
    map_clear(m);
    free(m->buckets);
    m->buckets = NULL;
}

// The link that leads to the pair with the key, or the one where it would be.
static struct pair **place(struct map *m, const char *key, unsigned hash) {
    struct pair **at = &m->buckets[hash % m->size];
    while (*at && ((*at)->hash != hash || strcmp((*at)->key, key) != 0)) at = &(*at)->next;
    return at;
}

static void grow(struct map *m) {
    struct map larger;
    map_open(&larger, m->size * 2);
    for (size_t i = 0; i < m->size; i++) {
        while (m->buckets[i]) {
            struct pair *p = m->buckets[i];
            m->buckets[i] = p->next;
            struct pair **at = &larger.buckets[p->hash % larger.size];
            p->next = *at;
            *at = p;
            larger.count++;
        }
    }
    assert(larger.count == m->count);
#ifndef BAD_RESIZE
    free(m->buckets);
#endif
    *m = larger;  // @resize
}

// ---- operations ------------------------------------------------------------------------------------------------------------------------

static const char *map_get(struct map *m, const char *key) {
    struct pair *p = *place(m, key, hash_of(key));
    return p ? p->value : NULL;
}

static void map_set(struct map *m, const char *key, const char *value) {
    unsigned hash = hash_of(key);
    struct pair **at = place(m, key, hash);
    if (*at) {
        char *copy = copy_string(value);
#ifndef BAD_SET
        free((*at)->value);
#endif
        (*at)->value = copy;  // @set
        return;
    }
    struct pair *p = malloc(sizeof *p);
    if (!p) abort();
    p->next = NULL;
    p->hash = hash;
    p->key = copy_string(key);
    p->value = copy_string(value);
    *at = p;
    if (++m->count > 2 * m->size) grow(m);
}

static int map_remove(struct map *m, const char *key) {
    struct pair **at = place(m, key, hash_of(key));
    struct pair *p = *at;
    if (!p) return 0;
#ifdef BAD_REMOVE
    free_pair(p);
    *at = p->next;  // @remove
#else
    *at = p->next;
    free_pair(p);
#endif
    m->count--;
    return 1;
}

// ---- iteration -------------------------------------------------------------------------------------------------------------------------

// Goes on to the next bucket that is not empty, if the chain has ended.
static void settle(struct iterator *i) {
#ifdef BAD_ITERATE
    while (!*i->at && i->bucket < i->map->size) i->at = &i->map->buckets[++i->bucket];  // @iterate
#else
    while (!*i->at && i->bucket + 1 < i->map->size) i->at = &i->map->buckets[++i->bucket];
#endif
}

static struct iterator map_begin(struct map *m) {
    struct iterator i = {m, 0, &m->buckets[0]};
    settle(&i);
    return i;
}

static struct pair *current(const struct iterator *i) { return *i->at; }

static void advance(struct iterator *i) {
    i->at = &(*i->at)->next;
    settle(i);
}

static void remove_current(struct iterator *i) {
    struct pair *p = *i->at;
    *i->at = p->next;
    free_pair(p);
    i->map->count--;
    settle(i);
}

static void remove_if_empty(struct map *m) {
    struct iterator i = map_begin(m);
    while (current(&i)) {
        if (current(&i)->value[0] == 0)
            remove_current(&i);
        else
            advance(&i);
    }
}

static void add_all(struct map *to, struct map *from) {
    for (struct iterator i = map_begin(from); current(&i); advance(&i)) map_set(to, current(&i)->key, current(&i)->value);
}

static size_t count_all(struct map *m) {
    size_t n = 0;
    for (struct iterator i = map_begin(m); current(&i); advance(&i)) n++;
    return n;
}

// ---- commands --------------------------------------------------------------------------------------------------------------------------

static void read_word(char *word, size_t size) {
    size_t i = 0;
    while (i + 1 < size && (word[i] = __VERIFIER_nondet_char()) != 0) i++;
    word[i] = 0;
}

int main(void) {
    struct map m, other;
    map_open(&m, 2);
    map_open(&other, 3);
    int request;
    while ((request = __VERIFIER_nondet_int()) != 0) {
        char key[4], value[6];
        read_word(key, sizeof key);
        switch (request) {
            case 1:
                read_word(value, sizeof value);
                map_set(&m, key, value);
                assert(map_get(&m, key));
                break;
            case 2: {
                const char *found = map_get(&m, key);
                if (found) map_set(&other, found, key);
                break;
            }
            case 3:
                if (map_remove(&m, key)) assert(!map_get(&m, key));
                break;
            case 4: remove_if_empty(&m); break;
            case 5: add_all(&other, &m); break;
            case 6: map_clear(&other); break;
            default: assert(count_all(&m) == m.count); break;
        }
    }
    map_close(&other);
    map_close(&m);
    return 0;
}
