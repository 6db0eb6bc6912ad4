// expect: unsafe use-after-free 63
// Seeded: the queue is moved on after the work was done
// Work items carry a function; the worker takes them off one by one and calls it.
#include <stddef.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

struct work {
    struct work *next;
    void (*run)(struct work *);
};

struct copy_job {
    char *source;
    struct work work;
};

struct sync_job {
    struct work work;
    int done;
};

#define container_of(ptr, type, member) ((type *)((char *)(ptr) - offsetof(type, member)))

static struct work *queue;

static void run_copy(struct work *w) {
    struct copy_job *j = container_of(w, struct copy_job, work);
    free(j->source);
    free(j);
}

static void run_sync(struct work *w) {
    struct sync_job *j = container_of(w, struct sync_job, work);
    if (j->done) reach_error();
    j->done = 1;
    free(j);
}

static void schedule(struct work *w, void (*run)(struct work *)) {
    w->run = run;
    w->next = queue;
    queue = w;
}

int main(void) {
    while (__VERIFIER_nondet_int()) {
        if (__VERIFIER_nondet_int()) {
            struct copy_job *j = malloc(sizeof *j);
            j->source = malloc(10);
            schedule(&j->work, run_copy);
        } else {
            struct sync_job *j = malloc(sizeof *j);
            j->done = 0;
            schedule(&j->work, run_sync);
        }
    }
    while (queue) {
        struct work *w = queue;
        w->run(w);
        queue = w->next;
    }
    return 0;
}
