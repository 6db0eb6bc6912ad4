// expect: safe
// expect -DNO_END: unsafe error-call @end
// expect -DSTART_LATE: unsafe error-call @start
// expect -DUNASKED: unsafe null-dereference @skip
// property: error-call,memory-safety
// Calls as tokens, in front of one another: START, any number of ARGs, END.  A walk relies on that: it asks for no null pointer before END.
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
extern void abort(void);
void reach_error(void) {}
enum token { START, ARG, END };
struct node {
    enum token tok;
    struct node *next;
};

static struct node *push(struct node *list, enum token tok) {
    struct node *n = malloc(sizeof *n);
    if (!n) exit(1);
    n->tok = tok;
    n->next = list;
    return n;
}

int main(void) {
    struct node *list = NULL;
    while (__VERIFIER_nondet_int()) {
#ifdef NO_END
        list = push(list, __VERIFIER_nondet_int() ? END : START);
#elif !defined UNASKED
        list = push(list, END);
#endif
        while (__VERIFIER_nondet_int()) list = push(list, ARG);
        list = push(list, START);
#ifdef START_LATE
        if (__VERIFIER_nondet_int()) list = push(list, ARG);
#endif
    }
    struct node *p = list;
    while (p) {
        if (p->tok != START) {
            reach_error();  // @start
            abort();
        }
        p = p->next;
        while (p->tok == ARG) p = p->next;  // @skip
        if (p->tok != END) {
            reach_error();  // @end
            abort();
        }
        p = p->next;
    }
    while (list) {
        p = list->next;
        free(list);
        list = p;
    }
    return 0;
}
