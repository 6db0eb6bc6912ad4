// expect: safe
// expect -DPAST: unsafe null-dereference @value
// expect -DMISCOUNT: unsafe null-dereference @value
// The n-th node of a list, walked to by index after a check against the length.
#include <assert.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct node {
    struct node *next;
    int value;
};
struct list {
    struct node *head;
    int length;
};

static void push(struct list *l, int value) {
    struct node *n = malloc(sizeof *n);
    if (!n) exit(1);
    n->value = value;
    n->next = l->head;
    l->head = n;
    l->length++;
}

static int get(const struct list *l, int index) {
#ifdef PAST
    if (index < 0 || index > l->length) return -1;
#else
    if (index < 0 || index >= l->length) return -1;
#endif
    const struct node *p = l->head;
    for (int i = 0; i < index; i++) p = p->next;
    return p->value;                              // @value
}

static void clear(struct list *l) {
    while (l->head) {
        struct node *n = l->head;
        l->head = n->next;
        free(n);
        l->length--;
    }
    assert(l->length == 0);
}

int main(void) {
    struct list l = {NULL, 0};
    int sum = 0;
    while (__VERIFIER_nondet_int()) push(&l, __VERIFIER_nondet_int());
#ifdef MISCOUNT
    l.length += 2;
#endif
    for (int i = 0; i < l.length; i++) sum += get(&l, i);
    sum += get(&l, __VERIFIER_nondet_int());
#ifdef MISCOUNT
    l.length -= 2;
#endif
    clear(&l);
    return sum & 1;
}
