// expect: safe
// expect -DBAD_AT_END: unsafe error-call @strict
// expect -DBAD_TWICE: unsafe error-call @strict
// A set as an ascending list without duplicates: numbers are added and removed, and no two neighbours are equal.
#include <stdbool.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
extern short __VERIFIER_nondet_short(void);
extern void reach_error(void);
struct element {
    short value;
    struct element *next;
};

static struct element **place(struct element **set, short value) {
    while (*set && (*set)->value < value) set = &(*set)->next;
    return set;
}

static bool add(struct element **set, short value) {
    struct element **at = place(set, value);
#if defined BAD_AT_END
    if (*at && (*at)->next && (*at)->value == value) return false;
#elif defined BAD_TWICE
    if (*at && (*at)->value == value && value > 0) return false;
#else
    if (*at && (*at)->value == value) return false;
#endif
    struct element *e = malloc(sizeof *e);
    if (!e) exit(1);
    e->value = value;
    e->next = *at;
    *at = e;
    return true;
}

static void take(struct element **set, short value) {
    struct element **at = place(set, value), *e = *at;
    if (!e || e->value != value) return;
    *at = e->next;
    free(e);
}

int main(void) {
    struct element *set = NULL;
    unsigned added = 0;
    while (__VERIFIER_nondet_int()) {
        short value = __VERIFIER_nondet_short();
        if (__VERIFIER_nondet_int())
            added += add(&set, value);
        else
            take(&set, value);
    }
    while (set) {
        struct element *e = set;
        set = e->next;
        if (set && e->value >= set->value) reach_error();  // @strict
        free(e);
    }
    return added == 9;
}
