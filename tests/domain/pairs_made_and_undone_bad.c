// expect: unsafe null-dereference 35
// A two is put behind every one, seen there, and taken out again.
// Seeded: the last one is left alone.
#include <assert.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct node {
    int h;
    struct node *next;
};

static struct node *make(int h, struct node *next) {
    struct node *n = malloc(sizeof *n);
    n->h = h;
    n->next = next;
    return n;
}

static void drop(struct node *p) {
    while (p) {
        struct node *next = p->next;
        free(p);
        p = next;
    }
}

int main(void) {
    struct node *list = NULL;
    while (__VERIFIER_nondet_int()) list = make(1, list);
    for (struct node *p = list; p && p->next; p = p->next->next) p->next = make(2, p->next);
    for (struct node *p = list; p; p = p->next->next) {
        assert(p->h == 1);
        assert(p->next->h == 2);
    }
    for (struct node *p = list; p; p = p->next) {
        struct node *two = p->next;
        assert(two->h == 2);
        p->next = two->next;
        free(two);
    }
    for (struct node *p = list; p; p = p->next) assert(p->h == 1);
    drop(list);
    return 0;
}
