// expect: safe
// Every second node owns a block.
#include <assert.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct node {
    char *own;
    struct node *next;
};

int main(void) {
    int flag = 1;
    struct node *l = NULL;
    while (__VERIFIER_nondet_int()) {
        struct node *n = malloc(sizeof *n);
        n->own = flag ? malloc(8) : NULL;
        n->next = l;
        l = n;
        flag = !flag;
    }
    while (l) {
        struct node *next = l->next;
        flag = !flag;
        if (flag) l->own[7] = 1;
        else assert(!l->own);
        free(l->own);
        free(l);
        l = next;
    }
    return 0;
}
