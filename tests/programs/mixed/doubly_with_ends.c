// expect: safe
// expect -DBAD_UNLINK: unsafe use-after-free @unlink
// expect -DBAD_LARGE: unsafe out-of-bounds @large
// A queue of jobs of two kinds, linked both ways: new ones at the end, taken from either end.
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct job {
    struct job *next, *previous;
    int large;
};
struct large_job {
    struct job job;
    void *data[4];
};

static struct job *first, *last;

static struct job *small_job(void) {
    struct job *j = malloc(sizeof *j);
    j->large = 0;
    return j;
}

static struct job *large_job(void) {
    struct large_job *l = malloc(sizeof *l);
    l->job.large = 1;
    l->data[3] = malloc(16);
    return &l->job;
}

static void append(struct job *j) {
    j->next = NULL;
    j->previous = last;
    if (last) last->next = j;
    else first = j;
    last = j;
}

static struct job *take(struct job *j) {
    if (j->previous) j->previous->next = j->next;  // @unlink
    else first = j->next;
#ifdef BAD_UNLINK
    if (j->next) j->next->previous = j;
#else
    if (j->next) j->next->previous = j->previous;
#endif
    else last = j->previous;
    return j;
}

static void drop(struct job *j) {
#ifdef BAD_LARGE
    if (!j->large)
#else
    if (j->large)
#endif
        free(((struct large_job *)j)->data[3]);  // @large
    free(j);
}

int main(void) {
    while (__VERIFIER_nondet_int()) append(__VERIFIER_nondet_int() ? small_job() : large_job());
    while (first) drop(take(__VERIFIER_nondet_int() ? first : last));
    return 0;
}
