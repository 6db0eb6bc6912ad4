// expect: safe
// expect -DBAD_BEFORE: unsafe error-call @fresh
// expect -DBAD_IMPORT: unsafe error-call @fresh
// Tickets get ascending numbers, some are brought in with a number of their own; the next number is larger than all that are there.
#include <limits.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);
struct ticket {
    unsigned number;
    struct ticket *next;
};
static struct ticket *tickets;
static unsigned next_number;

static void add(unsigned number) {
    struct ticket *t = malloc(sizeof *t);
    if (!t) exit(1);
    t->number = number;
    t->next = tickets;
    tickets = t;
}

static void issue(void) {
    if (next_number == UINT_MAX) return;
#ifdef BAD_BEFORE
    if (next_number != 1) next_number++;
    add(next_number);
    if (next_number == 1) next_number++;
#else
    add(next_number++);
#endif
}

static void import(unsigned number) {
    if (number == UINT_MAX) return;
    add(number);
#ifdef BAD_IMPORT
    if (number > next_number) next_number = number + 1;
#else
    if (number >= next_number) next_number = number + 1;
#endif
}

int main(void) {
    while (__VERIFIER_nondet_int()) {
        if (__VERIFIER_nondet_int())
            issue();
        else
            import(__VERIFIER_nondet_uint());
    }
    while (tickets) {
        struct ticket *t = tickets;
        if (t->number >= next_number) reach_error();  // @fresh
        tickets = t->next;
        free(t);
    }
    return 0;
}
