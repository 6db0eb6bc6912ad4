// expect: safe
// expect -DBAD_UNORDERED: unsafe assertion-failure @empty
// expect -DBAD_SHRUNK: unsafe assertion-failure @empty
// Intervals, none of them empty, are widened, shrunk while more than a point is left, and reversed as a list.
#include <assert.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
extern short __VERIFIER_nondet_short(void);
struct interval {
    short lo, hi;
    struct interval *next;
};

static struct interval *interval(short a, short b, struct interval *next) {
    struct interval *i = malloc(sizeof *i);
    if (!i) abort();
#ifdef BAD_UNORDERED
    i->lo = a;
    i->hi = b;
#else
    i->lo = a < b ? a : b;
    i->hi = a < b ? b : a;
#endif
    i->next = next;
    return i;
}

static void shrink(struct interval *list) {
    for (; list; list = list->next) {
#ifdef BAD_SHRUNK
        if (list->lo <= list->hi) list->lo++;
#else
        if (list->lo < list->hi) list->lo++;
#endif
    }
}

static void widen(struct interval *list, short to) {
    for (; list; list = list->next) {
        if (to < list->lo)
            list->lo = to;
        else if (to > list->hi)
            list->hi = to;
    }
}

static struct interval *reverse(struct interval *list) {
    struct interval *done = NULL;
    while (list) {
        struct interval *i = list;
        list = i->next;
        i->next = done;
        done = i;
    }
    return done;
}

int main(void) {
    struct interval *list = NULL;
    while (__VERIFIER_nondet_int()) {
        short a = __VERIFIER_nondet_short();
        list = interval(a, __VERIFIER_nondet_short(), list);
    }
    while (__VERIFIER_nondet_int()) {
        shrink(list);
        list = reverse(list);
        widen(list, __VERIFIER_nondet_short());
    }
    shrink(list);
    while (list) {
        struct interval *next = list->next;
        assert(list->lo <= list->hi);  // @empty
        free(list);
        list = next;
    }
    return 0;
}
