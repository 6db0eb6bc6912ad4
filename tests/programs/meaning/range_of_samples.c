// expect: safe
// expect -DBAD_ELSE: unsafe assertion-failure @span
// expect -DBAD_REPLACED: unsafe assertion-failure @span
// Samples are recorded in order of arrival with the range they are in; then each is given as a distance from the lower end.
#include <assert.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
extern unsigned short __VERIFIER_nondet_ushort(void);
struct sample {
    unsigned short level;
    struct sample *next;
};

int main(void) {
    struct sample *first = NULL, *last = NULL;
    unsigned short lo = 65535, hi = 0;
    while (__VERIFIER_nondet_int()) {
        struct sample *s = malloc(sizeof *s);
        if (!s) exit(1);
        s->level = __VERIFIER_nondet_ushort();
        s->next = NULL;
        if (s->level > hi) hi = s->level;
#ifdef BAD_ELSE
        else
#endif
        if (s->level < lo) lo = s->level;
        if (last)
            last->next = s;
        else
            first = s;
        last = s;
    }
    if (last && __VERIFIER_nondet_int()) {
        unsigned short corrected = __VERIFIER_nondet_ushort();
#ifndef BAD_REPLACED
        if (corrected < lo) corrected = lo;
#endif
        if (corrected > hi) corrected = hi;
        last->level = corrected;
    }

    int span = hi - lo;
    for (struct sample *s = first; s; s = s->next) {
        int distance = s->level - lo;
        assert(distance >= 0 && distance <= span);  // @span
    }
    while (first) {
        last = first->next;
        free(first);
        first = last;
    }
    return 0;
}
