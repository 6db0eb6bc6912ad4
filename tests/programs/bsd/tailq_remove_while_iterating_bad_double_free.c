// expect: unsafe double-free 32
// Seeded: a removed job is freed although it is still the first one
// TAILQ: what is done is removed during the iteration, which remembers the next element beforehand.
#include <stdlib.h>
#include <sys/queue.h>

extern int __VERIFIER_nondet_int(void);

struct job {
    TAILQ_ENTRY(job) link;
    int done;
};

TAILQ_HEAD(jobs, job);

int main(void) {
    struct jobs jobs = TAILQ_HEAD_INITIALIZER(jobs);
    if (__VERIFIER_nondet_int()) {
        struct job *j = malloc(sizeof *j);
        j->done = __VERIFIER_nondet_int();
        TAILQ_INSERT_TAIL(&jobs, j, link);
    }
    struct job *j, *next;
    for (j = TAILQ_FIRST(&jobs); j; j = next) {
        next = TAILQ_NEXT(j, link);
        if (j->done) {
            free(j);
        }
    }
    while ((j = TAILQ_FIRST(&jobs)) != NULL) {
        jobs.tqh_first = NULL;
        free(j);
    }
    return 0;
}
