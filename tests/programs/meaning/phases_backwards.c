// expect: safe
// expect -DBAD_SKIP: unsafe error-call @order
// expect -DBAD_START: unsafe error-call @last
// A log of the phases of a traffic light, green, yellow, red and green again, is reversed and then read from the latest to the first.
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
typedef enum { GREEN, YELLOW, RED } phase;
struct entry {
    phase phase;
    struct entry *next;
};

static phase after(phase p) {
    switch (p) {
    case GREEN:
        return YELLOW;
    case YELLOW:
        return RED;
    default:
        return GREEN;
    }
}

static struct entry *observed(void) {
#ifdef BAD_START
    phase now = __VERIFIER_nondet_int() == 1 ? YELLOW : GREEN;
#else
    phase now = GREEN;
#endif
    struct entry *log = NULL, **end = &log;
    do {
        struct entry *e = malloc(sizeof *e);
        if (!e) exit(1);
        e->phase = now;
        e->next = NULL;
        *end = e;
        end = &e->next;
        now = after(now);
#ifdef BAD_SKIP
        if (now == RED && __VERIFIER_nondet_int() == 2) now = GREEN;
#endif
    } while (__VERIFIER_nondet_int());
    return log;
}

static struct entry *reversed(struct entry *l) {
    struct entry *r = NULL;
    while (l) {
        struct entry *next = l->next;
        l->next = r;
        r = l;
        l = next;
    }
    return r;
}

int main(void) {
    struct entry *log = reversed(observed());
    for (const struct entry *e = log; e; e = e->next) {
        if (e->next && e->phase != after(e->next->phase)) reach_error();  // @order
        if (!e->next && e->phase != GREEN) reach_error();  // @last
    }
    while (log) {
        struct entry *e = log;
        log = log->next;
        free(e);
    }
    return 0;
}
