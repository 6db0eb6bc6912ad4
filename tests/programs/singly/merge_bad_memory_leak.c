// expect: unsafe memory-leak 39
// Seeded: what remains of the second list is forgotten
// Two lists are merged into one, in the order of their keys.
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct node {
    int key;
    struct node *next;
};

static struct node *create(void) {
    struct node *list = NULL;
    int key = __VERIFIER_nondet_int();
    while (__VERIFIER_nondet_int() && key > 0) {
        struct node *n = malloc(sizeof *n);
        n->key = key--;
        n->next = list;
        list = n;
    }
    return list;
}

static struct node *merge(struct node *a, struct node *b) {
    struct node head = {0, NULL};
    struct node *tail = &head;
    while (a && b) {
        if (a->key <= b->key) {
            tail->next = a;
            a = a->next;
        } else {
            tail->next = b;
            b = b->next;
        }
        tail = tail->next;
    }
    tail->next = a;
    return head.next;
}

int main(void) {
    struct node *list = merge(create(), create());
    while (list) {
        struct node *n = list->next;
        free(list);
        list = n;
    }
    return 0;
}
