// expect: safe
// expect -DBAD_INSERT: unsafe memory-leak @insert
// expect -DBAD_ERASE: unsafe use-after-free @find
// expect -DBAD_CLEAR: unsafe use-after-free @clear
// A hash table with chains: the place of a key can be any of many.
#include <stdlib.h>
extern unsigned __VERIFIER_nondet_uint(void);
struct node {
    struct node *next;
    unsigned key;
};
enum { SIZE = 64 };
static struct node *table[SIZE];
static struct node *find(unsigned key) {
    for (struct node *n = table[key % SIZE]; n; n = n->next)
        if (n->key == key) return n;  // @find
    return NULL;
}
static void insert(unsigned key) {
    struct node *n = malloc(sizeof *n);
    n->key = key;
#ifdef BAD_INSERT
    n->next = NULL;
#else
    n->next = table[key % SIZE];
#endif
    table[key % SIZE] = n;  // @insert
}
static void erase(unsigned key) {
    struct node **p = &table[key % SIZE];
    for (; *p; p = &(*p)->next) {
        if ((*p)->key != key) continue;
        struct node *n = *p;
#ifdef BAD_ERASE
        if (n->next) *p = n->next;
#else
        *p = n->next;
#endif
        free(n);
        return;
    }
}
static void clear(void) {
    for (int i = 0; i < SIZE; i++) {
        struct node *n = table[i];
        while (n) {
            struct node *next = n->next;  // @clear
            free(n);
            n = next;
        }
#ifndef BAD_CLEAR
        table[i] = NULL;
#endif
    }
}
int main(void) {
    unsigned request;
    while ((request = __VERIFIER_nondet_uint())) {
        unsigned key = __VERIFIER_nondet_uint();
        if (request == 1) insert(key);
        if (request == 2 && find(key)) {
            erase(key);
            find(key);
        }
        if (request == 3) clear();
    }
    clear();
    return 0;
}
