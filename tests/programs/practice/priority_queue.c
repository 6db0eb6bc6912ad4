// expect: safe
// A priority queue as a list per priority; the highest one that is not empty is served first.
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

enum { LEVELS = 3 };

struct job {
    int level;
    struct job *next;
};

static struct job *ready[LEVELS];

static void add(int level) {
    struct job *j = malloc(sizeof *j);
    j->level = level;
    j->next = ready[level];
    ready[level] = j;
}

static struct job *take(void) {
    for (int level = LEVELS - 1; level >= 0; level--)
        if (ready[level]) {
            struct job *j = ready[level];
            ready[level] = j->next;
            if (j->level != level) reach_error();
            return j;
        }
    return NULL;
}

int main(void) {
    while (__VERIFIER_nondet_int()) {
        int level = __VERIFIER_nondet_int();
        if (level >= 0 && level < LEVELS) add(level);
    }
    for (struct job *j; (j = take()) != NULL;) free(j);
    return 0;
}
