// expect: safe
// expect -DBAD_POSTPONED: unsafe assertion-failure @early
// expect -DBAD_URGENT: unsafe assertion-failure @early
// Timers come and go in any order; the time before which none of them runs out is kept, and is not put off when a timer goes.
#include <assert.h>
#include <limits.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
struct timer {
    unsigned due;
    struct timer *next;
};
struct timers {
    unsigned earliest;
    struct timer *list;
};

static void start(struct timers *t, unsigned due) {
    struct timer *n = malloc(sizeof *n);
    if (!n) abort();
    n->due = due;
    n->next = t->list;
    t->list = n;
#ifdef BAD_URGENT
    if (due < t->earliest && due > 0) t->earliest = due;
#else
    if (due < t->earliest) t->earliest = due;
#endif
}

static void stop(struct timers *t, unsigned due) {
    struct timer **link = &t->list;
    while (*link && (*link)->due != due) link = &(*link)->next;
    struct timer *n = *link;
    if (!n) return;
    *link = n->next;
    free(n);
#ifdef BAD_POSTPONED
    if (t->earliest == due && due != UINT_MAX) t->earliest++;
#endif
}

int main(void) {
    struct timers t = {UINT_MAX, NULL};
    while (__VERIFIER_nondet_int()) {
        if (__VERIFIER_nondet_int())
            start(&t, __VERIFIER_nondet_uint());
        else
            stop(&t, __VERIFIER_nondet_uint());
    }
    while (t.list) {
        struct timer *n = t.list;
        assert(t.earliest <= n->due);  // @early
        t.list = n->next;
        free(n);
    }
    return 0;
}
