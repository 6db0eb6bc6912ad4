// expect: unsafe memory-leak 36
// Seeded: the last job is skipped
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
    while (__VERIFIER_nondet_int()) {
        struct job *j = malloc(sizeof *j);
        j->done = __VERIFIER_nondet_int();
        TAILQ_INSERT_TAIL(&jobs, j, link);
    }
    struct job *j, *next;
    for (j = TAILQ_FIRST(&jobs); j; j = next) {
        next = TAILQ_NEXT(j, link);
        if (j->done) {
            TAILQ_REMOVE(&jobs, j, link);
            free(j);
        }
    }
    while ((j = TAILQ_FIRST(&jobs)) != NULL && TAILQ_NEXT(j, link)) {
        TAILQ_REMOVE(&jobs, j, link);
        free(j);
    }
    return 0;
}
