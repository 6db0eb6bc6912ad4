// expect: safe
// expect -DBAD_EQUAL: unsafe error-call @over
// expect -DBAD_RAISED: unsafe error-call @over
// Requests below a limit that is given at the start are taken, the others wait cut down to it, and are all served together.
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
extern long __VERIFIER_nondet_long(void);
extern void reach_error(void);
struct request {
    struct request *next, *prev;
    long size;
};
struct session {
    long limit;
    struct request *taken, *waiting;
};

static void add(struct request **list, long size) {
    struct request *r = malloc(sizeof *r);
    if (!r) abort();
    r->size = size;
    r->prev = NULL;
    r->next = *list;
    if (*list) (*list)->prev = r;
    *list = r;
}

static void request(struct session *s, long size) {
#ifdef BAD_EQUAL
    if (size <= s->limit)
#else
    if (size < s->limit)
#endif
        add(&s->taken, size);
    else
        add(&s->waiting, s->limit - 1);
}

static void serve_all(struct session *s) {
    while (s->waiting) {
        struct request *r = s->waiting;
        s->waiting = r->next;
        if (s->waiting) s->waiting->prev = NULL;
        r->next = s->taken;
        if (s->taken) s->taken->prev = r;
        s->taken = r;
#ifdef BAD_RAISED
        if (r->size == 1) r->size++;
#endif
    }
}

int main(void) {
    struct session s = {__VERIFIER_nondet_int(), NULL, NULL};
    while (__VERIFIER_nondet_int()) request(&s, __VERIFIER_nondet_long());
    serve_all(&s);
    for (struct request *r = s.taken; r; r = r->next)
        if (r->size >= s.limit) reach_error();  // @over
    while (s.taken) {
        struct request *next = s.taken->next;
        free(s.taken);
        s.taken = next;
    }
    return 0;
}
