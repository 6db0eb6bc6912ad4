// expect: safe
// expect -DCALLED: unsafe memory-leak @called
// expect -DSCOPE: unsafe memory-leak @scope
// expect -DLOOP: unsafe memory-leak @loop
// expect -DCUT: unsafe memory-leak @cut
// expect -DNEVER_READ: unsafe memory-leak @read
// expect -DOVERWRITTEN: unsafe memory-leak @overwritten
// property: default
// What only main's variables hold when it returns is noted; what is lost before is a leak.
#include <stdlib.h>
int __VERIFIER_nondet_int(void);
struct node {
    struct node *next;
};

static int build(int n) {
    struct node *mine = malloc(sizeof *mine);
    mine->next = NULL;
#ifndef CALLED
    free(mine);
#endif
    return n;
}  // @called

int main(void) {
    struct node *list = malloc(sizeof *list), *other = NULL;
    list->next = malloc(sizeof *list);
    list->next->next = NULL;
    for (int i = 0; i < 3; i++) {
        struct node *inner = malloc(sizeof *inner);
        inner->next = other;
        if (build(__VERIFIER_nondet_int())) return 1;
#ifdef LOOP
        if (i == 2) continue;
#endif
        free(inner);
    }  // @loop
#ifdef SCOPE
    {
        struct node *inner = malloc(sizeof *inner);
        inner->next = list;
    }  // @scope
#elif defined CUT
    list->next = other;  // @cut
#elif defined NEVER_READ
    struct node *never = malloc(sizeof *never);
#elif defined OVERWRITTEN
    list = NULL;  // @overwritten
#endif
    return 0;
}  // @read
