// expect: safe
// Lists in the places of a table: the place of a key is computed anew each time.
#include <stdlib.h>
extern unsigned __VERIFIER_nondet_uint(void);
struct node {
    struct node *next;
    unsigned key;
};
static struct node *table[4];
static void insert(unsigned key) {
    struct node *n = malloc(sizeof *n);
    n->key = key;
    n->next = table[key % 4];
    table[key % 4] = n;
}
static struct node *find(unsigned key) {
    for (struct node *n = table[key % 4]; n; n = n->next)
        if (n->key == key) return n;
    return NULL;
}
static void clear(void) {
    for (int i = 0; i < 4; i++)
        while (table[i]) {
            struct node *n = table[i];
            table[i] = n->next;
            free(n);
        }
}
int main(void) {
    while (__VERIFIER_nondet_uint()) {
        unsigned key = __VERIFIER_nondet_uint();
        if (!find(key)) insert(key);
    }
    clear();
    return 0;
}
