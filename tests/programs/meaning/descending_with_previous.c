// expect: safe
// expect -DBAD_FRONT: unsafe assertion-failure @forth
// expect -DBAD_PENALTY: unsafe assertion-failure @back
// Scores in descending order in a doubly linked list; the place for one is looked for with a pointer to the node before. Then each loses a point.
#include <assert.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
struct score {
    unsigned points;
    struct score *prev, *next;
};
struct table {
    struct score *best, *worst;
};

static void enter(struct table *t, unsigned points) {
    struct score *before = NULL, *after = t->best, *s = malloc(sizeof *s);
    if (!s) exit(1);
#ifdef BAD_FRONT
    while (after && after->points <= points) {
#else
    while (after && after->points >= points) {
#endif
        before = after;
        after = after->next;
    }
    s->points = points;
    s->prev = before;
    s->next = after;
    if (before)
        before->next = s;
    else
        t->best = s;
    if (after)
        after->prev = s;
    else
        t->worst = s;
}

int main(void) {
    struct table t = {NULL, NULL};
    while (__VERIFIER_nondet_int()) enter(&t, __VERIFIER_nondet_uint());
    for (struct score *s = t.best; s; s = s->next) {
        if (s->next) assert(s->points >= s->next->points);  // @forth
#ifdef BAD_PENALTY
        if (s->points > 1) s->points -= 2;
#else
        if (s->points > 0) s->points--;
#endif
    }
    unsigned least = 0;
    for (struct score *s = t.worst; s; s = s->prev) {
        assert(s->points >= least);  // @back
        least = s->points;
    }
    while (t.best) {
        struct score *s = t.best;
        t.best = s->next;
        free(s);
    }
    return 0;
}
