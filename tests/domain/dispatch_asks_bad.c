// expect: unsafe memory-leak 105
// Jobs with other codes are left when the device is freed.
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);

struct link {
    struct link *next, *prev;
};

static void insert(struct link *before, struct link *e) {
    e->next = before->next;
    e->prev = before;
    before->next->prev = e;
    before->next = e;
}

static void take_out(struct link *e) {
    e->prev->next = e->next;
    e->next->prev = e->prev;
}

struct job {
    struct link link;
    unsigned code, tries;
};

struct device {
    struct link jobs, done;
    unsigned *map, size, state;
};

static void add(struct device *d, unsigned code) {
    struct job *j = malloc(sizeof *j);
    j->code = code;
    j->tries = 0;
    insert(&d->jobs, &j->link);
}

// All jobs with a code; 0 stands for any.
static void finish(struct device *d, unsigned code) {
    struct link *e = d->jobs.next;
    while (e != &d->jobs) {
        struct job *j = (struct job *)e;
        e = e->next;
        if (code != 0 && j->code != code) continue;
        take_out(&j->link);
        insert(&d->done, &j->link);
    }
}

static void forget(struct device *d) {
    struct link *e = d->done.next;
    while (e != &d->done) {
        struct link *next = e->next;
        take_out(e);
        free(e);
        e = next;
    }
}

// The map of another size: those who look at it know which.
static void renew(struct device *d, unsigned n) {
    unsigned size = n % 63 + 1, *map = malloc(size * sizeof *map);
    for (unsigned i = 0; i < size; i++) map[i] = d->state + i;
    free(d->map);
    d->map = map;
    d->size = size;
}

static unsigned look(const struct device *d, unsigned i) {
    return d->map && i < d->size ? d->map[i] : 0;
}

static void retry(struct device *d, unsigned most) {
    for (struct link *e = d->jobs.next; e != &d->jobs; e = e->next) {
        struct job *j = (struct job *)e;
        if (j->tries >= most) continue;
        j->tries++;
        d->state += look(d, j->code);
    }
}

int main(void) {
    struct device *d = malloc(sizeof *d);
    d->jobs.next = d->jobs.prev = &d->jobs;
    d->done.next = d->done.prev = &d->done;
    d->map = NULL;
    d->size = d->state = 0;
    while (__VERIFIER_nondet_int()) {
        unsigned argument = __VERIFIER_nondet_uint();
        switch (__VERIFIER_nondet_int()) {
            case 0: add(d, argument); break;
            case 1: finish(d, 1); break;
            case 2: finish(d, argument); break;
            case 3: renew(d, argument); break;
            case 4: retry(d, argument); break;
            case 5: forget(d); break;
            default: d->state = look(d, argument); break;
        }
    }
    finish(d, 1);
    forget(d);
    free(d->map);
    free(d);
    return 0;
}
