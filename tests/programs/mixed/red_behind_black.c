// expect: safe
// expect -DFIRST: unsafe null-dereference @before
// expect -DTWICE: unsafe error-call @black
// property: error-call,memory-safety
// A doubly linked list, walked backwards: before a red node there is always a black one.
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
extern void abort(void);
void reach_error(void) {}
enum colour { BLACK, RED };
struct node {
    enum colour colour;
    struct node *next, *prev;
};

static struct node *append(struct node *last, enum colour colour) {
    struct node *n = malloc(sizeof *n);
    if (!n) exit(1);
    n->colour = colour;
    n->next = NULL;
    n->prev = last;
    if (last) last->next = n;
    return n;
}

int main(void) {
#ifdef FIRST
    struct node *list = append(NULL, __VERIFIER_nondet_int() ? BLACK : RED), *last = list;
#else
    struct node *list = append(NULL, BLACK), *last = list;
#endif
    while (__VERIFIER_nondet_int()) {
        if (__VERIFIER_nondet_int()) last = append(last, RED);
#ifdef TWICE
        if (__VERIFIER_nondet_int()) continue;
#endif
        last = append(last, BLACK);
    }
    for (struct node *p = last; p; p = p->prev) {
        if (p->colour == BLACK) continue;
        p = p->prev;
        if (p->colour != BLACK) {  // @before
            reach_error();  // @black
            abort();
        }
    }
    while (list) {
        struct node *next = list->next;
        free(list);
        list = next;
    }
    return 0;
}
