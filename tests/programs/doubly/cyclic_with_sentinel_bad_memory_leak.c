// expect: unsafe memory-leak 40
// Seeded: only the sentinel is freed
// A cyclic doubly linked list with a sentinel on the heap.
#include <assert.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct node {
    struct node *next, *prev;
    int data;
};

static struct node *new_list(void) {
    struct node *s = malloc(sizeof *s);
    s->next = s->prev = s;
    s->data = -1;
    return s;
}

static void insert_behind(struct node *at, int data) {
    struct node *n = malloc(sizeof *n);
    n->data = data;
    n->next = at->next;
    n->prev = at;
    at->next->prev = n;
    at->next = n;
}

static void erase(struct node *n) {
    n->prev->next = n->next;
    n->next->prev = n->prev;
    free(n);
}

int main(void) {
    struct node *list = new_list();
    while (__VERIFIER_nondet_int()) insert_behind(list, 5);
    for (struct node *n = list->next; n != list; n = n->next) assert(n->data == 5);
    free(list);
    return 0;
}
