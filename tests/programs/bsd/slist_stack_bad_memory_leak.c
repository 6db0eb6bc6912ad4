// expect: unsafe memory-leak 37
// Seeded: the loop stops at an empty line
// SLIST as a stack of file names that are still to be read.
#include <stdlib.h>
#include <string.h>
#include <sys/queue.h>

extern int __VERIFIER_nondet_int(void);

struct pending {
    char name[16];
    SLIST_ENTRY(pending) link;
};

SLIST_HEAD(stack, pending);

static void push(struct stack *s, const char *name) {
    struct pending *p = malloc(sizeof *p);
    strncpy(p->name, name, sizeof p->name - 1);
    p->name[sizeof p->name - 1] = '\0';
    SLIST_INSERT_HEAD(s, p, link);
}

int main(void) {
    struct stack s;
    SLIST_INIT(&s);
    push(&s, "main.c");
    while (!SLIST_EMPTY(&s)) {
        struct pending *p = SLIST_FIRST(&s);
        SLIST_REMOVE_HEAD(&s, link);
        if (__VERIFIER_nondet_int()) push(&s, "included.h");
        if (__VERIFIER_nondet_int()) push(&s, "config.h");
        free(p);
        if (__VERIFIER_nondet_int() == 3) break;
    }
    return 0;
}
