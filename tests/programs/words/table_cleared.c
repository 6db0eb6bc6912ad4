// expect: safe
// expect -DBAD_PART: not safe
// expect -DBAD_LEFT: unsafe memory-leak @free
// A structure with an array of chains that memset clears as a whole.
#include <stdlib.h>
#include <string.h>
extern unsigned __VERIFIER_nondet_uint(void);
struct node {
    struct node *next;
};
enum { SIZE = 64 };
struct map {
    struct node *chains[SIZE];
    unsigned used;
};
int main(void) {
    struct map *m = malloc(sizeof *m);
    if (!m) abort();
#ifdef BAD_PART
    memset(m, 0, sizeof m->chains / 2);
    m->used = 0;
#else
    memset(m, 0, sizeof *m);
#endif
    while (__VERIFIER_nondet_uint()) {
        struct node *n = malloc(sizeof *n);
        unsigned h = __VERIFIER_nondet_uint() % SIZE;
        if (!n) abort();
        n->next = m->chains[h];
        m->chains[h] = n;
        m->used++;
    }
#ifdef BAD_LEFT
    for (int i = 1; i < SIZE; i++)
#else
    for (int i = 0; i < SIZE; i++)
#endif
        while (m->chains[i]) {
            struct node *n = m->chains[i];
            m->chains[i] = n->next;
            free(n);
        }
    free(m);  // @free
    return 0;
}
