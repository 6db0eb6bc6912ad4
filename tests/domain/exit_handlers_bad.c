// expect: unsafe use-after-free 13
// What is still there at the end is given back by handlers, the last one first, whether main returns or exit is called.
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
static struct node {
    struct node *next;
} *all;
static int *first;
static void drop_all(void) {
    while (all) {
        struct node *n = all;
        all = n->next;
        if (first) *first = 0;  // still there: its handler was registered before
        free(n);
    }
}
static void drop_first(void) {
    free(first);

}
static void work(int n) {
    for (; n > 0; n--) {
        struct node *x = malloc(sizeof *x);
        if (!x) exit(1);
        x->next = all;
        all = x;
    }
    if (n < -5) exit(2);
}
int main(void) {

    first = malloc(sizeof *first);
    if (!first) return 1;
    if (__VERIFIER_nondet_int()) atexit(drop_all);
    else return 0;
    atexit(drop_first);
    work(__VERIFIER_nondet_int());
    return 0;
}
