// expect: unsafe use-after-free 20
// Seeded: the head is moved on by hand, the tail pointer stays behind
// Two appends through the tail pointer, with the head deleted in between.
#include <assert.h>
#include <stdlib.h>
#include <sys/queue.h>

extern int __VERIFIER_nondet_int(void);

struct event {
    int id;
    TAILQ_ENTRY(event) all;
};

static TAILQ_HEAD(events, event) queue;

static void append(int id) {
    struct event *e = malloc(sizeof *e);
    e->id = id;
    TAILQ_INSERT_TAIL(&queue, e, all);
}

static void drop_first(void) {
    struct event *e = TAILQ_FIRST(&queue);
    if (e) {
        queue.tqh_first = TAILQ_NEXT(e, all);
        free(e);
    }
}

int main(void) {
    TAILQ_INIT(&queue);
    while (__VERIFIER_nondet_int()) append(0);
    append(1);
    drop_first();
    append(2);
    assert(TAILQ_FIRST(&queue) != NULL);
    while (!TAILQ_EMPTY(&queue)) drop_first();
    return 0;
}
