// expect: safe
// expect -DBAD_RAISED: unsafe error-call @less
// expect -DBAD_STAMP: unsafe error-call @less
// A priority queue as a sorted list: what is taken from its head is not larger than anything that stays.
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
extern void reach_error(void);
struct job {
    unsigned char priority;
    struct job *next;
};
struct queue {
    struct job *first;
};

static void insert(struct queue *q, struct job *job) {
    struct job **at = &q->first;
#ifdef BAD_STAMP
    while (*at && (*at)->priority <= job->priority && (*at)->next) at = &(*at)->next;
#else
    while (*at && (*at)->priority <= job->priority) at = &(*at)->next;
#endif
    job->next = *at;
    *at = job;
}

static struct job *extract(struct queue *q) {
    struct job *job = q->first;
    q->first = job->next;
    return job;
}

static void verify(const struct queue *q, const struct job *least) {
    for (const struct job *j = q->first; j; j = j->next)
        if (j->priority < least->priority) reach_error();  // @less
}

int main(void) {
    struct queue q = {NULL};
    while (__VERIFIER_nondet_int()) {
        struct job *job = malloc(sizeof *job);
        if (!job) exit(1);
        job->priority = __VERIFIER_nondet_uchar();
        insert(&q, job);
    }
    while (q.first) {
        struct job *job = extract(&q);
        verify(&q, job);
#ifdef BAD_RAISED
        if (q.first && job->priority == 0) q.first->priority = 3;
#endif
        if (job->priority < 255 && __VERIFIER_nondet_int()) {
            job->priority++;
            insert(&q, job);
        } else {
            free(job);
        }
    }
    return 0;
}
