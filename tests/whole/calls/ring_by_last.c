// expect: safe
// expect -DBAD: unsafe use-after-free @bad
// Circular singly linked queue kept by its last node; a split of a ring into two.
#include <stdlib.h>
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
struct c {
    struct c *next;
    int v;
};
static void enq(struct c **last, int v) {
    struct c *n = malloc(sizeof *n);
    n->v = v;
    if (*last) {
        n->next = (*last)->next;
        (*last)->next = n;
    } else
        n->next = n;
    *last = n;
}
static int deq(struct c **last, int *v) {
    if (!*last) return 0;
    struct c *first = (*last)->next;
    *v = first->v;
#ifdef BAD
    (*last)->next = first->next;
    free(first);
    if ((*last)->next == *last && *v == 9) *last = NULL;  // @bad
#else
    if (first == *last)
        *last = NULL;
    else
        (*last)->next = first->next;
    free(first);
#endif
    return 1;
}
static void halve(struct c *last, struct c **a, struct c **b) {
    *a = *b = NULL;
    if (!last) return;
    struct c *slow = last->next, *fast = slow;
    while (fast->next != last->next && fast->next->next != last->next) {
        fast = fast->next->next;
        slow = slow->next;
    }
    if (slow == last) {
        *a = last;
        return;
    }
    struct c *h2 = slow->next, *h1 = last->next;
    slow->next = h1;
    last->next = h2;
    *a = slow;
    *b = last;
}
int main(void) {
    struct c *q = NULL, *a, *b;
    int v;
    while (__VERIFIER_nondet_int()) {
        if (__VERIFIER_nondet_int())
            enq(&q, __VERIFIER_nondet_int());
        else
            deq(&q, &v);
    }
    halve(q, &a, &b);
    while (deq(&a, &v)) {
    }
    while (deq(&b, &v)) {
    }
    return 0;
}
