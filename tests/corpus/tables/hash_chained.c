// SPDX-License-Identifier: MIT
// A hash table with chains and string keys that it owns.
// run: inputs=4 -> ok
// run: inputs=1 -> ok
// run: BUCKET inputs=3 -> out-of-bounds @bucket
// run: KEYS inputs=3 -> memory-leak @keys
// run: KEYTWICE inputs=3 -> double-free @keytwice
// also: -m32
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int __VERIFIER_nondet_int(void);

struct pair {
    struct pair *next;
    char *key;
    int value;
};
struct table {
    size_t n;
    struct pair **buckets;
};

static unsigned hash(const char *s) {
    unsigned h = 5381;
    while (*s) h = h * 33 ^ (unsigned char)*s++;
    return h;
}

static int *slot(struct table *t, const char *key) {
    unsigned h = hash(key);
#ifdef BUCKET
    struct pair **link = &t->buckets[h % (t->n + 1)];
#else
    struct pair **link = &t->buckets[h % t->n];
#endif
    while (*link && strcmp((*link)->key, key) != 0) link = &(*link)->next; // @bucket
    if (*link == NULL) {
        *link = calloc(1, sizeof **link);
        (*link)->key = strdup(key);
    }
    return &(*link)->value;
}

static void release(struct table *t) {
    for (size_t i = 0; i < t->n; i++) {
        while (t->buckets[i]) {
            struct pair *p = t->buckets[i];
            t->buckets[i] = p->next;
#ifndef KEYS
            free(p->key);
#endif
#ifdef KEYTWICE
            free(p->key); // @keytwice
#endif
            free(p); // @keys
        }
    }
    free(t->buckets);
}

int main(void) {
    static const char *words[] = {"the", "cat", "and", "the", "dog", "and", "the", "end"};
    struct table t = {.n = (size_t)__VERIFIER_nondet_int()};
    t.buckets = calloc(t.n, sizeof *t.buckets);
    for (unsigned i = 0; i < sizeof words / sizeof words[0]; i++) ++*slot(&t, words[i]);
    printf("the %d, and %d, end %d, fish %d\n", *slot(&t, "the"), *slot(&t, "and"), *slot(&t, "end"), *slot(&t, "fish"));
    release(&t);
    return 0;
}
