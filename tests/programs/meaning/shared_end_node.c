// expect: safe
// expect -DBAD_STALE: unsafe null-dereference @search
// expect -DBAD_FOUND: unsafe error-call @found
// All chains end in one node; a search puts what it looks for there first, and so always finds it.
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
struct node {
    int key;
    struct node *next;
};
static struct node end;

static struct node *search(struct node *chain, int key) {
#ifdef BAD_STALE
    if (key != 1) end.key = key;
#else
    end.key = key;
#endif
    while (chain->key != key) chain = chain->next;  // @search
    return chain;
}

static void add(struct node **chain, int key) {
#ifndef BAD_FOUND
    if (search(*chain, key) != &end) return;
#endif
    struct node *n = malloc(sizeof *n);
    if (!n) exit(1);
    n->key = key;
    n->next = *chain;
    *chain = n;
}

int main(void) {
    struct node *even = &end, *odd = &end;
    while (__VERIFIER_nondet_int()) {
        int key = __VERIFIER_nondet_int();
        add(key % 2 == 0 ? &even : &odd, key);
    }
    while (even != &end) {
        struct node *n = even;
        even = n->next;
        if (search(even, n->key) != &end) reach_error();  // @found
        if (search(odd, n->key) != &end) reach_error();
        free(n);
    }
    while (odd != &end) {
        struct node *next = odd->next;
        free(odd);
        odd = next;
    }
    return 0;
}
