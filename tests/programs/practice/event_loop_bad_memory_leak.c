// expect: unsafe memory-leak 49
// Seeded: a finished event is not freed
// Handlers may register further events while the events are handled.
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct loop;

struct event {
    void (*handle)(struct loop *, struct event *);
    struct event *next;
    int depth;
};

struct loop {
    struct event *first, **end;
};

static void post(struct loop *l, void (*handle)(struct loop *, struct event *), int depth) {
    struct event *e = malloc(sizeof *e);
    e->handle = handle;
    e->depth = depth;
    e->next = NULL;
    *l->end = e;
    l->end = &e->next;
}

static void finish(struct loop *l, struct event *e) {
    (void)l;
    (void)e;
}

static void again(struct loop *l, struct event *e) {
    post(l, __VERIFIER_nondet_int() ? again : finish, e->depth + 1);
    free(e);
}

int main(void) {
    struct loop l;
    l.first = NULL;
    l.end = &l.first;
    while (__VERIFIER_nondet_int()) post(&l, again, 0);
    while (l.first) {
        struct event *e = l.first;
        l.first = e->next;
        if (!l.first) l.end = &l.first;
        e->handle(&l, e);
    }
    return 0;
}
