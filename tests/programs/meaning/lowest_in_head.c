// expect: safe
// expect -DBAD_FORGOTTEN: unsafe error-call @below
// expect -DBAD_COMPARISON: unsafe error-call @below
// A stack that keeps the lowest of its values beside the top; nothing below it is lower.
#include <limits.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
struct node {
    int val;
    struct node *next;
};
struct stack {
    struct node *top;
    int min;
};

static void push(struct stack *s, int val) {
    struct node *n = malloc(sizeof *n);
    if (!n) exit(1);
    n->val = val;
    n->next = s->top;
#if defined BAD_FORGOTTEN
    if (!s->top) s->min = val;
#elif defined BAD_COMPARISON
    if (val > s->min || !s->top) s->min = val;
#else
    if (val < s->min) s->min = val;
#endif
    s->top = n;
}

int main(void) {
    struct stack s = {NULL, INT_MAX};
    while (__VERIFIER_nondet_int()) push(&s, __VERIFIER_nondet_int());
    for (struct node *it = s.top; it; it = it->next)
        if (it->val < s.min) reach_error();  // @below
    while (s.top) {
        struct node *n = s.top;
        s.top = n->next;
        free(n);
    }
    return 0;
}
