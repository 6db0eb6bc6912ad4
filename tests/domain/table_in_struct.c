// expect: safe
// expect -DHEAP: safe
// expect -DBAD_UNSET: unsafe uninitialised-pointer @find
// expect -DBAD_LEFT: not safe memory-leak @end
// expect -DBAD_UNLINK: not safe
// An array of chains between other members of a structure, on the stack or the heap; nodes own names.
#include <stdlib.h>
extern unsigned __VERIFIER_nondet_uint(void);
struct node {
    struct node *next;
    unsigned key;
    char *name;
};
enum { SIZE = 20 };
struct map {
    size_t used;
    struct node *chains[SIZE];
    int last;
};
static void init(struct map *m) {
    m->used = 0;
#ifndef BAD_UNSET
    for (int i = 0; i < SIZE; i++) m->chains[i] = NULL;
#endif
    m->last = 0;
}
static struct node *find(struct map *m, unsigned key) {
    for (struct node *n = m->chains[key % SIZE]; n; n = n->next)
        if (n->key == key) return n;  // @find
    return NULL;
}
static void insert(struct map *m, unsigned key) {
    unsigned h = key % SIZE;
    struct node *n = malloc(sizeof *n);
    n->key = key;
    n->name = malloc(10);
    n->next = m->chains[h];
    m->chains[h] = n;
    m->used++;
}
static void erase(struct map *m, unsigned key) {
    unsigned h = key % SIZE;
    struct node *before = NULL, *n = m->chains[h];
    while (n && n->key != key) {
        before = n;
        n = n->next;
    }
    if (!n) return;
    if (before)
        before->next = n->next;
#ifndef BAD_UNLINK
    else
        m->chains[h] = n->next;
#endif
    free(n->name);
    free(n);
    m->used--;
}
static void clear(struct map *m) {
#ifdef BAD_LEFT
    for (int i = 1; i < SIZE; i++) {
#else
    for (int i = 0; i < SIZE; i++) {
#endif
        while (m->chains[i]) {
            struct node *n = m->chains[i];
            m->chains[i] = n->next;
            free(n->name);
            free(n);
        }
    }
}
int main(void) {
#ifdef HEAP
    struct map *m = malloc(sizeof *m);
#else
    struct map map, *m = &map;
#endif
    unsigned request;
    init(m);
    while ((request = __VERIFIER_nondet_uint())) {
        unsigned key = __VERIFIER_nondet_uint();
        if (request == 1 && !find(m, key)) insert(m, key);
        if (request == 2) erase(m, key);
    }
    clear(m);
#ifdef HEAP
    free(m);
#endif
    return 0;
}  // @end
