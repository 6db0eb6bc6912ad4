// expect: safe
// expect -DBAD_LOST: unsafe memory-leak @lost
// expect -DBAD_NAME: unsafe double-free @name
// Lists whose nodes own a block, handed to functions by the addresses of their variables.
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);

struct node {
    struct node *next;
    char *name;
};

static void push(struct node **list) {
    struct node *n = malloc(sizeof *n);
    n->name = malloc(8);
    n->name[0] = 0;
    n->next = *list;
    *list = n;
}

static void clear(struct node **list) {
    while (*list) {
        struct node *n = *list;
        *list = n->next;
        free(n->name); // @name
        free(n);
    }
}

#define LISTS L(0) L(1) L(2) L(3) L(4) L(5) L(6) L(7) L(8) L(9) L(10) L(11)

int main(void) {
#define L(i) struct node *l##i = NULL;
    LISTS
#undef L
    while (__VERIFIER_nondet_int()) {
        switch (__VERIFIER_nondet_int()) {
#define L(i) case i: push(&l##i); break;
            LISTS
#undef L
        }
    }
#ifdef BAD_LOST
    if (l2 && l9) l2 = l2->next; // @lost
#endif
#ifdef BAD_NAME
    if (l5) free(l5->name);
#endif
#define L(i) clear(&l##i);
    LISTS
#undef L
    return 0;
}
