// expect: unsafe error-call 45
// Seeded: the early way out forgets the lock
// A list is locked only if it is shared; what was locked is unlocked on every way out.
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

struct node {
    struct node *next;
};

static int locked;

static void lock(void) {
    if (locked) reach_error();
    locked = 1;
}

static void unlock(void) {
    if (!locked) reach_error();
    locked = 0;
}

static int length(struct node *list, int shared, int limit) {
    int n = 0;
    if (shared) lock();
    for (; list; list = list->next)
        if (++n > limit) {
            return limit;
        }
    if (shared) unlock();
    return n;
}

int main(void) {
    struct node *list = NULL;
    int shared = __VERIFIER_nondet_int();
    while (__VERIFIER_nondet_int()) {
        struct node *n = malloc(sizeof *n);
        n->next = list;
        list = n;
    }
    length(list, shared, 2);
    if (locked) reach_error();
    while (list) {
        struct node *n = list;
        list = n->next;
        free(n);
    }
    return 0;
}
