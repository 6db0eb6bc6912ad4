// expect: safe
// expect -DBACK: unsafe null-dereference @back
// expect -DUNLINKED: unsafe use-after-free @free
// A doubly linked list with both ends, which are there if its length is not 0.
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct item {
    struct item *prev, *next;
    void *value;
};
struct list {
    struct item *head, *tail;
    unsigned long len;
};

static void add_head(struct list *l, void *value) {
    struct item *n = malloc(sizeof *n);
    if (!n) exit(1);
    n->value = value;
    if (l->len == 0) {
        l->head = l->tail = n;
        n->prev = n->next = NULL;
    } else {
        n->prev = NULL;
        n->next = l->head;
        l->head->prev = n;
        l->head = n;
    }
    l->len++;
}

static void add_tail(struct list *l, void *value) {
    struct item *n = malloc(sizeof *n);
    if (!n) exit(1);
    n->value = value;
#ifdef BACK
    if (l->len == 1) {
#else
    if (l->len == 0) {
#endif
        l->head = l->tail = n;
        n->prev = n->next = NULL;
    } else {
        n->prev = l->tail;
        n->next = NULL;
        l->tail->next = n;  // @back
        l->tail = n;
    }
    l->len++;
}

static void drop_head(struct list *l) {
    struct item *n = l->head;
    if (l->len == 0) return;
    l->head = n->next;
#ifndef UNLINKED
    if (l->head)
        l->head->prev = NULL;
    else
        l->tail = NULL;
#endif
    l->len--;
    free(n);
}

static void empty(struct list *l) {
    struct item *current = l->head;
    unsigned long len = l->len;
#ifdef UNLINKED
    for (current = l->tail; current && current->prev; current = current->prev) {  // @free
    }
    current = l->head;
#endif
    while (len--) {
        struct item *next = current->next;
        free(current);
        current = next;
    }
    l->head = l->tail = NULL;
    l->len = 0;
}

int main(void) {
    struct list l = {NULL, NULL, 0};
    for (int c = __VERIFIER_nondet_int(); c; c = __VERIFIER_nondet_int()) {
        if (c > 1)
            add_head(&l, NULL);
        else if (c > 0)
            add_tail(&l, NULL);
        else
            drop_head(&l);
    }
    empty(&l);
    return 0;
}
