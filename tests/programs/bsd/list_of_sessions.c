// expect: safe
// LIST: elements are removed without knowing the head.
#include <stdlib.h>
#include <sys/queue.h>

extern int __VERIFIER_nondet_int(void);

struct session {
    LIST_ENTRY(session) entries;
    int idle;
};

LIST_HEAD(sessions, session);

static void open_session(struct sessions *all) {
    struct session *s = malloc(sizeof *s);
    s->idle = 0;
    LIST_INSERT_HEAD(all, s, entries);
}

static void close_session(struct session *s) {
    LIST_REMOVE(s, entries);
    free(s);
}

static void expire(struct sessions *all) {
    struct session *s, *next;
    for (s = LIST_FIRST(all); s; s = next) {
        next = LIST_NEXT(s, entries);
        if (++s->idle > 2) close_session(s);
    }
}

int main(void) {
    struct sessions all = LIST_HEAD_INITIALIZER(all);
    while (__VERIFIER_nondet_int()) {
        open_session(&all);
        expire(&all);
    }
    while (!LIST_EMPTY(&all)) close_session(LIST_FIRST(&all));
    return 0;
}
