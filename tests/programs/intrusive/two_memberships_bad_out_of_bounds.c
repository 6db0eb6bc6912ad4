// expect: unsafe out-of-bounds 40
// Seeded: the second link is used as if it were the first
// A task is in the list of all tasks and in the one of its owner: two links in one block.
#include <stddef.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct chain {
    struct chain *next;
};

struct task {
    struct chain all;
    int priority;
    struct chain owned;
};

struct owner {
    struct chain tasks;
    int count;
};

#define OWNED(c) ((struct task *)((char *)(c) - offsetof(struct task, owned)))

int main(void) {
    struct chain all = {NULL};
    struct owner owner = {{NULL}, 0};
    while (__VERIFIER_nondet_int()) {
        struct task *t = malloc(sizeof *t);
        t->priority = __VERIFIER_nondet_int();
        t->all.next = all.next;
        all.next = &t->all;
        t->owned.next = owner.tasks.next;
        owner.tasks.next = &t->owned;
        owner.count++;
    }
    int urgent = 0;
    for (struct chain *c = owner.tasks.next; c; c = c->next)
        if (((struct task *)c)->priority > 5) urgent++;
    all.next = NULL;
    while (owner.tasks.next) {
        struct task *t = OWNED(owner.tasks.next);
        owner.tasks.next = t->owned.next;
        free(t);
    }
    return urgent > owner.count;
}
