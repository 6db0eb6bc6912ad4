// expect: safe
// Ones and twos alternate in a doubly linked list, seen from both ends.
#include <assert.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct node {
    int h;
    struct node *next, *prev;
};

int main(void) {
    int flag = 1;
    struct node *first = NULL, *last = NULL;
    while (__VERIFIER_nondet_int()) {
        struct node *n = malloc(sizeof *n);
        n->h = flag ? 1 : 2;
        n->next = NULL;
        n->prev = last;
        if (last) last->next = n;
        else first = n;
        last = n;
        flag = !flag;
    }
    for (struct node *p = last; p; p = p->prev) {
        flag = !flag;
        assert(p->h == (flag ? 1 : 2));  // backwards
    }
    flag = 1;
    for (struct node *p = first; p; p = p->next) {
        assert(p->h == (flag ? 1 : 2));
        flag = !flag;
    }
    while (first) {
        struct node *next = first->next;
        free(first);
        first = next;
    }
    return 0;
}
