// SPDX-License-Identifier: MIT
// A tail queue of <sys/queue.h>: jobs by priority.
// run: inputs=4,2,9,5,1 -> ok
// run: inputs=1,3 -> ok
// run: FOREACH inputs=3,1,2,3 -> use-after-free @foreach
// run: ORPHAN inputs=3,8,2,5 -> memory-leak @orphan
// run: FIRST -> null-dereference @first
// also: -m32
#include <stdio.h>
#include <stdlib.h>
#include <sys/queue.h>

int __VERIFIER_nondet_int(void);

struct job {
    int priority;
    TAILQ_ENTRY(job) link;
};
TAILQ_HEAD(jobs, job);

static void enqueue(struct jobs *queue, int priority) {
    struct job *j = malloc(sizeof *j), *other;
    j->priority = priority;
    TAILQ_FOREACH(other, queue, link)
    if (other->priority < priority) {
        TAILQ_INSERT_BEFORE(other, j, link);
        return;
    }
    TAILQ_INSERT_TAIL(queue, j, link);
}

int main(void) {
    struct jobs queue = TAILQ_HEAD_INITIALIZER(queue);
    int n = __VERIFIER_nondet_int();
    for (int i = 0; i < n; i++) enqueue(&queue, __VERIFIER_nondet_int());
#ifdef FIRST
    printf("top %d\n", TAILQ_FIRST(&queue)->priority); // @first
#endif
    struct job *j;
#ifdef FOREACH
    TAILQ_FOREACH(j, &queue, link) { // @foreach
        TAILQ_REMOVE(&queue, j, link);
        free(j);
    }
#elif defined ORPHAN
    j = TAILQ_FIRST(&queue);
    TAILQ_REMOVE(&queue, j, link);
    j = TAILQ_FIRST(&queue); // @orphan
#endif
    while ((j = TAILQ_FIRST(&queue)) != NULL) {
        printf("%d\n", j->priority);
        TAILQ_REMOVE(&queue, j, link);
        free(j);
    }
    return TAILQ_EMPTY(&queue) ? 0 : 1;
}
