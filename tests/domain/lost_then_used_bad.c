// expect: unsafe memory-leak 30
// A list that is lost although a pointer leads through it, or past its end: what is done with that pointer then cannot be followed.
#include <stdlib.h>

int __VERIFIER_nondet_int(void);

struct node {
    struct node *next, *prev;
    int v;
};

int main(void) {
    struct node *list = NULL;
    for (int i = 0; i < 2; i++)
        while (__VERIFIER_nondet_int()) {
            struct node *n = malloc(sizeof *n);
            n->next = list;
            n->prev = NULL;
            n->v = i;
            if (list) list->prev = n;
            list = n;
        }
    for (struct node *p = list; p; p = p->next)
        if (!p->next) {
            while (p->prev) p = p->prev;
            p->v++;
            break;
        }
    return 0;
}
