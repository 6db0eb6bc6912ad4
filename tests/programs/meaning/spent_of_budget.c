// expect: safe
// expect -DBAD_CREDIT: unsafe error-call @debt
// expect -DBAD_CUT: unsafe error-call @debt
// Projects are moved between those that run and those that are closed; in neither list has one spent more than its budget.
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
extern long __VERIFIER_nondet_long(void);
extern void reach_error(void);
struct project {
    long budget, spent;
    struct project *next;
};
static struct project *running, *closed;

static void begin(long budget) {
    struct project *p = malloc(sizeof *p);
    if (!p) exit(1);
    p->budget = budget > 0 && budget <= 1000000 ? budget : 0;
    p->spent = 0;
    p->next = running;
    running = p;
}

static void spend(long amount) {
    for (struct project *p = running; p; p = p->next) {
        long left = p->budget - p->spent;
#ifdef BAD_CREDIT
        if (amount > 0 && amount <= left + 1) p->spent += amount;
#else
        if (amount > 0 && amount <= left) p->spent += amount;
#endif
    }
}

static void close_one(void) {
    struct project *p = running;
    if (!p) return;
    running = p->next;
#ifdef BAD_CUT
    if (p->spent == 2)
        p->budget = 1;
    else
#endif
        p->budget = p->spent;
    p->next = closed;
    closed = p;
}

static void drop(struct project *p) {
    while (p) {
        struct project *next = p->next;
        if (p->spent > p->budget) reach_error();  // @debt
        free(p);
        p = next;
    }
}

int main(void) {
    while (__VERIFIER_nondet_int()) begin(__VERIFIER_nondet_long());
    while (__VERIFIER_nondet_int()) {
        spend(__VERIFIER_nondet_long());
        if (__VERIFIER_nondet_int()) close_one();
    }
    drop(running);
    drop(closed);
    return 0;
}
