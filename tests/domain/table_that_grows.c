// expect: safe
// expect -DBAD_OLD: not safe memory-leak @old
// expect -DBAD_MOVE: not safe
// A table whose chains are moved, node by node, to one of twice the size.
#include <stdlib.h>
extern unsigned __VERIFIER_nondet_uint(void);
struct node {
    struct node *next;
    unsigned key;
};
struct map {
    struct node **chains;
    size_t size, used;
};
static void grow(struct map *m) {
    size_t size = m->size * 2;
    struct node **chains = calloc(size, sizeof *chains);
    if (!chains) abort();
    for (size_t i = 0; i < m->size; i++)
        while (m->chains[i]) {
            struct node *n = m->chains[i];
            size_t h = n->key % size;
            m->chains[i] = n->next;
#ifdef BAD_MOVE
            n->next = NULL;
#else
            n->next = chains[h];
#endif
            chains[h] = n;
        }
#ifndef BAD_OLD
    free(m->chains);
#endif
    m->chains = chains;  // @old
    m->size = size;
}
static void insert(struct map *m, unsigned key) {
    if (m->used > m->size && m->size < 1000) grow(m);
    struct node *n = malloc(sizeof *n);
    size_t h = key % m->size;
    if (!n) abort();
    n->key = key;
    n->next = m->chains[h];
    m->chains[h] = n;
    m->used++;
}
int main(void) {
    struct map m = {calloc(16, sizeof *m.chains), 16, 0};
    if (!m.chains) return 1;
    while (__VERIFIER_nondet_uint()) insert(&m, __VERIFIER_nondet_uint());
    for (size_t i = 0; i < m.size; i++)
        while (m.chains[i]) {
            struct node *n = m.chains[i];
            m.chains[i] = n->next;
            free(n);
        }
    free(m.chains);
    return 0;
}
