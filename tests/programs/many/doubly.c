// expect: safe
// expect -DBAD_BACK: unsafe use-after-free @back
// Lists with links back, of which each takes from its front or grows there.
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);

struct node {
    struct node *next, *prev;
};

static void push(struct node **list) {
    struct node *n = malloc(sizeof *n);
    n->next = *list;
    n->prev = NULL;
    if (*list) (*list)->prev = n;
    *list = n;
}

static void pop(struct node **list) {
    struct node *n = *list;
    if (!n) return;
    *list = n->next;
#ifndef BAD_BACK
    if (*list) (*list)->prev = NULL;
#endif
    free(n);
}

#define LISTS L(0) L(1) L(2) L(3) L(4) L(5) L(6) L(7) L(8) L(9) L(10) L(11)

int main(void) {
#define L(i) struct node *l##i = NULL;
    LISTS
#undef L
    while (__VERIFIER_nondet_int()) {
        switch (__VERIFIER_nondet_int()) {
#define L(i) case i: push(&l##i); break; case 20 + i: pop(&l##i); break;
            LISTS
#undef L
        }
    }
    if (l4 && l4->prev) l4->prev->next = NULL; // @back
#define L(i) while (l##i) pop(&l##i);
    LISTS
#undef L
    return 0;
}
