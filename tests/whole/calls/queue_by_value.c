// expect: safe
// expect -DBAD: unsafe use-after-free @bad
// A queue handed around by value and returned by value.
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct n {
    struct n *next;
    int v;
};
struct queue {
    struct n *head;
    struct n *tail;
    int len;
};
static struct queue empty(void) {
    struct queue q = {NULL, NULL, 0};
    return q;
}
static struct queue enqueue(struct queue q, int v) {
    struct n *x = malloc(sizeof *x);
    x->v = v;
    x->next = NULL;
    if (q.tail)
        q.tail->next = x;  // @bad
    else
        q.head = x;
    q.tail = x;
    q.len++;
    return q;
}
struct popped {
    struct queue rest;
    int v;
    int ok;
};
static struct popped dequeue(struct queue q) {
    struct popped r = {q, 0, 0};
    if (!q.head) return r;
    struct n *x = q.head;
    r.v = x->v;
    r.ok = 1;
    r.rest.head = x->next;
    if (!r.rest.head) r.rest.tail = NULL;
    r.rest.len--;
    free(x);
    return r;
}
static void drop(struct queue q) {
    while (q.head) {
        struct popped p = dequeue(q);
        q = p.rest;
    }
}
int main(void) {
    struct queue q = empty();
    while (__VERIFIER_nondet_int()) {
        if (__VERIFIER_nondet_int())
            q = enqueue(q, __VERIFIER_nondet_int());
        else {
            struct popped p = dequeue(q);
#ifdef BAD
            if (p.ok && p.v == 7) continue;
#endif
            q = p.rest;
        }
    }
    drop(q);
    return 0;
}
