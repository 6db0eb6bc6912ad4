// expect: not safe use-after-free 16
// Two lists with one tail: both are freed with it.
#include <stdlib.h>
struct node { struct node *next; };
extern int __VERIFIER_nondet_int(void);
static struct node *push(struct node *list) {
    struct node *x = malloc(sizeof *x);
    x->next = list;
    return x;
}
int main(void) {
    struct node *tail = push(0), *a = tail, *b = tail;
    while (__VERIFIER_nondet_int()) a = push(a);
    while (__VERIFIER_nondet_int()) b = push(b);
    while (a) { struct node *x = a->next; free(a); a = x; }
    while (b) { struct node *x = b->next; free(b); b = x; }
    return 0;
}
