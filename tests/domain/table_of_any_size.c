// expect: safe
// expect -DFILLED: safe
// expect -DBAD_UNSET: unsafe uninitialised-pointer @free
// expect -DBAD_SHORT: unsafe memory-leak @close
// expect -DBAD_CLOSE: unsafe memory-leak @close
// expect -DBAD_LONG: unsafe out-of-bounds @load
// A table whose size is not known: cleared by calloc or by a loop; chains freed by a loop over it.
#include <stdlib.h>
extern unsigned __VERIFIER_nondet_uint(void);
struct node {
    struct node *next;
    unsigned key;
};
struct table {
    struct node **chains;
    size_t size;
};
static void open(struct table *t, size_t size) {
    t->size = size;
#if defined FILLED || defined BAD_UNSET
    t->chains = malloc(size * sizeof *t->chains);
    if (!t->chains) abort();
#ifdef BAD_UNSET
    for (size_t i = 1; i < size; i++) t->chains[i] = NULL;
#else
    for (size_t i = 0; i < size; i++) t->chains[i] = NULL;
#endif
#else
    t->chains = calloc(size, sizeof *t->chains);
    if (!t->chains) abort();
#endif
}
static void insert(struct table *t, unsigned key) {
    struct node *n = malloc(sizeof *n);
    n->key = key;
    n->next = t->chains[key % t->size];
    t->chains[key % t->size] = n;
}
static void close(struct table *t) {
#ifdef BAD_SHORT
    for (size_t i = 0; i + 1 < t->size; i++) {
#elif defined BAD_LONG
    for (size_t i = 0; i <= t->size; i++) {
#else
    for (size_t i = 0; i < t->size; i++) {
#endif
        struct node *n = t->chains[i];  // @load
        while (n) {
            struct node *next = n->next;  // @free
            free(n);
            n = next;
        }
#ifdef BAD_CLOSE
        break;
#endif
    }
    free(t->chains);  // @close
}
int main(void) {
    struct table t;
    size_t size = __VERIFIER_nondet_uint();
    if (size == 0 || size > 100000) return 0;
    open(&t, size);
    while (__VERIFIER_nondet_uint()) insert(&t, __VERIFIER_nondet_uint());
    close(&t);
    return 0;
}
