// expect: safe
// expect -DEXIT: safe
// expect -DABORT: safe
// expect -DHANDLERS: safe
// expect -DLOST: fault
// expect -DTWICE: fault
// expect -DBEYOND: fault
// expect -DENDLESS: open limit
// expect -DASSUMED: open assumption failed
// expect -DTRAPPED: open division by zero
// expect -DDEEP: safe
// Ways in which the only run of a program ends.
#include <stdlib.h>

extern void __VERIFIER_assume(int);
struct node {
    struct node *next;
    int n;
};
static struct node *list;

static void clear(void) {
    while (list) {
        struct node *rest = list->next;
        free(list);
        list = rest;
    }
}

static int depth(int n) {
    return n ? 1 + depth(n - 1) : 0;
}

int main(void) {
    for (int i = 0; i < 100; i++) {
        struct node *n = malloc(sizeof *n);
        n->next = list, n->n = i;
        list = n;
    }
#if defined EXIT
    clear();
    exit(3);
#elif defined ABORT
    abort();
#elif defined HANDLERS
    atexit(clear);
    return 0;
#elif defined LOST
    list = list->next;
#elif defined TWICE
    struct node *first = list;
    clear();
    free(first);
#elif defined BEYOND
    int few[3] = {0};
    few[list->n - 96] = 1;
#elif defined ENDLESS
    for (;;) list->n++;
#elif defined ASSUMED
    __VERIFIER_assume(list->n == 5);
#elif defined TRAPPED
    list->n = 5 / (list->n - 99);
#elif defined DEEP
    list->n = depth(20000);
#endif
    clear();
    return 0;
}
