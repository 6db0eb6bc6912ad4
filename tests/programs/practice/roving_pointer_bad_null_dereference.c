// expect: unsafe null-dereference 30
// Seeded: there may be no area at all
// Next fit on a circular list: the search starts where the last one ended.
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct area {
    struct area *next;
    int units;
};

static struct area *rover;

static void add(int units) {
    struct area *a = malloc(sizeof *a);
    a->units = units;
    if (rover) {
        a->next = rover->next;
        rover->next = a;
    } else {
        a->next = a;
        rover = a;
    }
}

static struct area *fit(int units) {
    struct area *prev = rover;
    do {
        struct area *a = prev->next;
        if (a->units >= units) {
            if (a == prev) {
                rover = NULL;
            } else {
                prev->next = a->next;
                rover = prev;
            }
            return a;
        }
        prev = a;
    } while (prev != rover);
    return NULL;
}

int main(void) {
    while (__VERIFIER_nondet_int()) add(__VERIFIER_nondet_int());
    free(fit(10));
    free(fit(100));
    while (rover) {
        struct area *a = rover->next;
        if (a == rover)
            rover = NULL;
        else
            rover->next = a->next;
        free(a);
    }
    return 0;
}
