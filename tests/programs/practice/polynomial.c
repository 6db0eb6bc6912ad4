// expect: safe
// Two polynomials are added; terms that cancel out vanish.
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct term {
    int coefficient;
    unsigned exponent;
    struct term *next;
};

static void add_term(struct term **p, int coefficient, unsigned exponent) {
    while (*p && (*p)->exponent > exponent) p = &(*p)->next;
    if (*p && (*p)->exponent == exponent) {
        struct term *t = *p;
        t->coefficient = (int)((unsigned)t->coefficient + (unsigned)coefficient);
        if (t->coefficient == 0) {
            *p = t->next;
            free(t);
        }
        return;
    }
    struct term *t = malloc(sizeof *t);
    t->coefficient = coefficient;
    t->exponent = exponent;
    t->next = *p;
    *p = t;
}

int main(void) {
    struct term *sum = NULL, *other = NULL;
    while (__VERIFIER_nondet_int()) add_term(&sum, __VERIFIER_nondet_int(), (unsigned)__VERIFIER_nondet_int());
    while (__VERIFIER_nondet_int()) add_term(&other, __VERIFIER_nondet_int(), (unsigned)__VERIFIER_nondet_int());
    for (const struct term *t = other; t; t = t->next) add_term(&sum, t->coefficient, t->exponent);
    while (other) {
        struct term *t = other;
        other = t->next;
        free(t);
    }
    while (sum) {
        struct term *t = sum;
        sum = t->next;
        free(t);
    }
    return 0;
}
