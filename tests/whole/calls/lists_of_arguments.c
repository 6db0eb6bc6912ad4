// expect: safe
// expect -DBAD: unsafe null-dereference @bad
// Lists from variable arguments.
#include <stdarg.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct n {
    int v;
    struct n *next;
};
static struct n *list_of(int count, ...) {
    va_list ap;
    struct n *head = NULL, **tail = &head;
    va_start(ap, count);
    for (int i = 0; i < count; i++) {
        struct n *x = malloc(sizeof *x);
        x->v = va_arg(ap, int);
        x->next = NULL;
        *tail = x;
        tail = &x->next;
    }
    va_end(ap);
    return head;
}
static struct n *concat_all(struct n *first, ...) {
    va_list ap;
    va_start(ap, first);
    struct n **end = &first, *l;
    while (*end) end = &(*end)->next;
    while ((l = va_arg(ap, struct n *))) {
        *end = l;
        while (*end) end = &(*end)->next;
    }
    va_end(ap);
    return first;
}
static int last(struct n *l) {
#ifdef BAD
    while (l->next->next) l = l->next;  // @bad
    return l->next->v;
#else
    while (l->next) l = l->next;
    return l->v;
#endif
}
int main(void) {
    struct n *a = list_of(3, 1, 2, 3), *b = list_of(1, 4), *c = list_of(2, 5, 6);
    struct n *all;
    if (__VERIFIER_nondet_int())
        all = concat_all(b, a, c, (struct n *)NULL);
    else {
        all = b;
        while (a) {
            struct n *t = a->next;
            free(a);
            a = t;
        }
        while (c) {
            struct n *t = c->next;
            free(c);
            c = t;
        }
    }
    int r = last(all);
    while (all) {
        struct n *t = all->next;
        free(all);
        all = t;
    }
    return r & 1;
}
