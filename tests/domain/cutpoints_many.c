// expect: safe
// property: reachability
// Many pointers into a list that a recursive function gets: the nearest are followed.
#include <stdlib.h>
extern void __VERIFIER_error(void);
struct node {
    struct node *next;
};
static void walk(struct node *n) {
    if (n) walk(n->next);
}
static struct node *push(struct node *list) {
    struct node *n = malloc(sizeof *n);
    if (!n) exit(1);
    n->next = list;
    return n;
}
static void drop(struct node *n) {
    if (!n) return;
    struct node *next = n->next;
    free(n);
    drop(next);
}
int main(void) {
    struct node *a = push(NULL), *b = push(a), *c = push(b), *d = push(c), *e = push(d), *f = push(e);
    struct node *g = push(f), *h = push(g), *i = push(h), *j = push(i), *k = push(j), *l = push(k), *m = push(l);
    walk(m);
    if (m == l) __VERIFIER_error();
    drop(m);
    return 0;
}
