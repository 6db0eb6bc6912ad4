// expect: safe
// expect -DBAD_HEIGHT: unsafe null-dereference @walk
// expect -DBAD_TAIL: unsafe null-dereference @walk
// expect -DBAD_FREE: unsafe memory-leak @free
// A skip list of two levels between a head and a tail: nodes come in anywhere, at either height; a walk by the higher level, and nodes freed by the
// lower one.
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct node {
    struct node *next, *jump;
};

static struct node *head, *tail;

static struct node *make(void) {
    struct node *n = malloc(sizeof *n);
    n->next = n->jump = NULL;
    return n;
}

static void insert(void) {
    struct node *high = head;
    while (high->jump != tail && __VERIFIER_nondet_int()) high = high->jump;
    struct node *low = high;
    while (low->next != high->jump && __VERIFIER_nondet_int()) low = low->next;
    struct node *n = make();
    n->next = low->next;
    low->next = n;
    if (__VERIFIER_nondet_int()) {
#ifndef BAD_HEIGHT
        n->jump = high->jump;
#endif
        high->jump = n;
    }
#ifdef BAD_TAIL
    else if (low->next->next == tail) {
        tail = n;
    }
#endif
}

static void walk(void) {
    struct node *n = head;
    while (n != tail) n = n->jump;  // @walk
}

int main(void) {
    head = make();
    tail = make();
    head->next = head->jump = tail;
    while (__VERIFIER_nondet_int()) insert();
    walk();
    while (head) {
        struct node *n = head;
#ifdef BAD_FREE
        head = head->jump;
#else
        head = head->next;
#endif
        free(n);  // @free
    }
    return 0;
}
