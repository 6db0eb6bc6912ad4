// expect: safe
// expect -DTWICE: unsafe error-call @black
// expect -DLAST: unsafe null-dereference @next
// property: error-call,memory-safety
// A list that grows at its end: a red node is always followed by a black one.
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
extern void abort(void);
void reach_error(void) {}
enum colour { BLACK, RED };
struct node {
    enum colour colour;
    struct node *next;
};

static struct node *make(enum colour colour) {
    struct node *n = malloc(sizeof *n);
    if (!n) exit(1);
    n->colour = colour;
    n->next = NULL;
    return n;
}

int main(void) {
    struct node *list = make(BLACK), *last = list;
    while (__VERIFIER_nondet_int()) {
#ifdef TWICE
        while (__VERIFIER_nondet_int()) {
#else
        if (__VERIFIER_nondet_int()) {
#endif
            last->next = make(RED);
            last = last->next;
        }
        last->next = make(BLACK);
        last = last->next;
    }
#ifdef LAST
    if (__VERIFIER_nondet_int()) last->next = make(RED);
#endif
    for (struct node *p = list; p; p = p->next) {
        if (p->colour == BLACK) continue;
        p = p->next;
        if (p->colour != BLACK) {  // @next
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
