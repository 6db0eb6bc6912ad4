// expect: unsafe use-after-free 25
// Seeded: the end pointer is left in the event that is handled
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
    free(e);
}

static void again(struct loop *l, struct event *e) {
    int depth = e->depth;
    free(e);
    post(l, __VERIFIER_nondet_int() ? again : finish, depth + 1);
}

int main(void) {
    struct loop l;
    l.first = NULL;
    l.end = &l.first;
    while (__VERIFIER_nondet_int()) post(&l, again, 0);
    while (l.first) {
        struct event *e = l.first;
        l.first = e->next;
        e->handle(&l, e);
    }
    return 0;
}
