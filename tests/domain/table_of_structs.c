// expect: safe
// expect -DBAD_SECOND: not safe
// expect -DBAD_LAST: unsafe memory-leak @free
// A table of structures whose size is not known: each has the head of a chain and its length.
#include <stdlib.h>
extern unsigned __VERIFIER_nondet_uint(void);
struct node {
    struct node *next;
    unsigned key;
};
struct chain {
    struct node *head;
    unsigned length;
};
static struct chain *make(unsigned n) {
    struct chain *t = malloc(n * sizeof *t);
    for (unsigned i = 0; i < n; i++) {
        t[i].length = 0;
        t[i].head = NULL;
    }
    return t;
}
static void push(struct chain *c, unsigned key) {
    struct node *n = malloc(sizeof *n);
    n->key = key;
    n->next = c->head;
    c->head = n;
    c->length++;
}
static void pop(struct chain *c) {
    struct node *n = c->head;
    if (!n) return;
#ifndef BAD_SECOND
    c->head = n->next;
#endif
    c->length--;
    free(n);
}
int main(void) {
    unsigned size = __VERIFIER_nondet_uint();
    if (size == 0 || size > 10000) return 0;
    struct chain *t = make(size);
    while (__VERIFIER_nondet_uint()) {
        unsigned key = __VERIFIER_nondet_uint();
        if (__VERIFIER_nondet_uint())
            push(&t[key % size], key);
        else
            pop(&t[key % size]);
    }
    for (unsigned i = 0; i < size; i++)
        while (t[i].head) {
            struct node *n = t[i].head;
            t[i].head = n->next;
            free(n);
#ifdef BAD_LAST
            if (i == 2) break;
#endif
        }
    free(t);  // @free
    return 0;
}
