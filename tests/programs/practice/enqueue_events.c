// expect: safe
// Two threads of control deal with one list of events each; an event may be handed over.
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

struct event {
    struct event *next;
    int owner;
};

static struct event *mine, *theirs;

static void enqueue(struct event **list, int owner) {
    struct event *e = malloc(sizeof *e);
    e->owner = owner;
    e->next = NULL;
    while (*list) list = &(*list)->next;
    *list = e;
}

static void hand_over(void) {
    struct event *e = mine;
    if (!e) return;
    mine = e->next;
    e->owner = 2;
    e->next = theirs;
    theirs = e;
}

static void drain(struct event **list, int owner) {
    while (*list) {
        struct event *e = *list;
        *list = e->next;
        if (e->owner != owner) reach_error();
        free(e);
    }
}

int main(void) {
    while (__VERIFIER_nondet_int()) enqueue(&mine, 1);
    while (__VERIFIER_nondet_int()) enqueue(&theirs, 2);
    hand_over();
    drain(&theirs, 2);
    hand_over();
    drain(&mine, 1);
    drain(&theirs, 2);
    return 0;
}
