// expect: unsafe null-dereference 31
// Seeded: a timer that is not there is removed
// SLIST_REMOVE walks to the element before the one that goes.
#include <stdlib.h>
#include <sys/queue.h>

extern int __VERIFIER_nondet_int(void);

struct timer {
    int due;
    SLIST_ENTRY(timer) next;
};

static SLIST_HEAD(timers, timer) active = SLIST_HEAD_INITIALIZER(active);

static void start(int due) {
    struct timer *t = malloc(sizeof(struct timer));
    t->due = due;
    SLIST_INSERT_HEAD(&active, t, next);
}

static struct timer *lookup(int due) {
    struct timer *t;
    SLIST_FOREACH(t, &active, next)
        if (t->due == due) return t;
    return NULL;
}

static void stop(int due) {
    struct timer *t = lookup(due);
    SLIST_REMOVE(&active, t, timer, next);
    free(t);
}

int main(void) {
    for (int i = __VERIFIER_nondet_int(); i > 0; i--) start(i);
    stop(__VERIFIER_nondet_int());
    stop(__VERIFIER_nondet_int());
    while (!SLIST_EMPTY(&active)) {
        struct timer *t = SLIST_FIRST(&active);
        SLIST_REMOVE_HEAD(&active, next);
        free(t);
    }
    return 0;
}
