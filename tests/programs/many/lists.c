// expect: safe
// expect -DBAD_LOST: unsafe memory-leak @lost
// expect -DBAD_FREED: unsafe use-after-free @free
// Sixteen lists that grow in any order, in the variables of one function: none knows of the others.
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);

struct node {
    struct node *next;
    int value;
};

#define LISTS L(0) L(1) L(2) L(3) L(4) L(5) L(6) L(7) L(8) L(9) L(10) L(11) L(12) L(13) L(14) L(15)

int main(void) {
#define L(i) struct node *l##i = NULL;
    LISTS
#undef L
    while (__VERIFIER_nondet_int()) {
        struct node *n = malloc(sizeof *n);
        n->value = 1;
        switch (__VERIFIER_nondet_int()) {
#define L(i) case i: n->next = l##i; l##i = n; break;
            LISTS
#undef L
        default: free(n);
        }
    }
#ifdef BAD_LOST
    l7 = NULL; // @lost
#endif
#ifdef BAD_FREED
    if (l3) free(l3);
#endif
#define L(i) while (l##i) { struct node *n = l##i; l##i = n->next; free(n); }
    LISTS // @free
#undef L
    return 0;
}
