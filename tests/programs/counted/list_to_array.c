// expect: safe
// expect -DSMALL: unsafe out-of-bounds @fill
// expect -DSKIPPED: unsafe out-of-bounds @fill
// The values of a list, in an array that is as long as the list.
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct node {
    struct node *next;
    int value;
};
struct list {
    struct node *head;
    size_t len;
};

static void push(struct list *l, int value) {
    struct node *n = malloc(sizeof *n);
    if (!n) exit(1);
    n->value = value;
    n->next = l->head;
    l->head = n;
#ifdef SKIPPED
    if (value)
#endif
        l->len++;
}

static int *values(const struct list *l) {
#ifdef SMALL
    int *all = calloc(l->len - 1, sizeof *all);
#else
    int *all = calloc(l->len, sizeof *all);
#endif
    size_t i = 0;
    if (!all) exit(1);
    for (const struct node *p = l->head; p; p = p->next) all[i++] = p->value;  // @fill
    return all;
}

int main(void) {
    struct list l = {NULL, 0};
    long sum = 0;
    do push(&l, __VERIFIER_nondet_int());
    while (__VERIFIER_nondet_int() && l.len < 1000);
    int *all = values(&l);
    for (size_t i = 0; i < l.len; i++) sum += all[i];
    free(all);
    while (l.head) {
        struct node *n = l.head;
        l.head = n->next;
        free(n);
    }
    return sum > 0;
}
