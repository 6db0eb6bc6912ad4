// expect: safe
// One list is put at the front of another, and emptied.
#include <assert.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct list {
    struct list *next, *prev;
};

struct block {
    struct list list;
    char bytes[8];
};

static void init(struct list *l) {
    l->next = l;
    l->prev = l;
}

static void put(struct list *head) {
    struct block *b = malloc(sizeof *b);
    b->bytes[0] = 'x';
    b->list.next = head->next;
    b->list.prev = head;
    head->next->prev = &b->list;
    head->next = &b->list;
}

static void splice(struct list *from, struct list *to) {
    if (from->next == from) return;
    from->prev->next = to->next;
    to->next->prev = from->prev;
    to->next = from->next;
    from->next->prev = to;
    init(from);
}

static void drain(struct list *head) {
    struct list *l = head->next;
    while (l != head) {
        struct list *next = l->next;
        free((struct block *)l);
        l = next;
    }
    init(head);
}

int main(void) {
    struct list a, b;
    init(&a);
    init(&b);
    while (__VERIFIER_nondet_int()) put(&a);
    while (__VERIFIER_nondet_int()) put(&b);
    splice(&a, &b);
    assert(a.next == &a);
    drain(&b);
    drain(&a);
    return 0;
}
