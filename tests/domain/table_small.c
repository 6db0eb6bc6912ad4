// expect: safe
// expect -DBAD_LOST: unsafe memory-leak @insert
// Eight chains: too many for one case for each place.
#include <stdlib.h>
extern unsigned __VERIFIER_nondet_uint(void);
struct node {
    struct node *next;
    unsigned key;
};
static struct node *table[8];
int main(void) {
    for (int i = 0; i < 8; i++) table[i] = NULL;
    while (__VERIFIER_nondet_uint()) {
        unsigned key = __VERIFIER_nondet_uint(), h = key % 8;
        struct node *n = table[h];
        while (n && n->key != key) n = n->next;
        if (n) continue;
        n = malloc(sizeof *n);
        n->key = key;
#ifdef BAD_LOST
        n->next = NULL;
#else
        n->next = table[h];
#endif
        table[h] = n;  // @insert
    }
    for (int i = 0; i < 8; i++)
        while (table[i]) {
            struct node *n = table[i];
            table[i] = n->next;
            free(n);
        }
    return 0;
}
