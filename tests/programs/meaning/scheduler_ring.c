// expect: safe
// expect -DBAD_IDLE: unsafe error-call @idle
// expect -DBAD_AGED: unsafe error-call @idle
// Tasks in a ring with an idle task of the lowest priority 0, which never ends; the choice of a task goes round once until it is met.
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
extern void reach_error(void);
struct task {
    unsigned char priority;
    struct task *next;
};

static void start(struct task *idle, unsigned char priority) {
    struct task *t = malloc(sizeof *t);
    if (!t) exit(1);
#ifdef BAD_IDLE
    t->priority = priority;
#else
    t->priority = priority ? priority : 1;
#endif
    t->next = idle->next;
    idle->next = t;
}

static void age(struct task *idle) {
    for (struct task *t = idle->next; t->priority != 0; t = t->next) {
#ifdef BAD_AGED
        if (t->priority > 2) t->priority -= 3;
#else
        if (t->priority > 1) t->priority--;
#endif
    }
}

static struct task *choose(struct task *idle) {
    struct task *best = idle, *t = idle->next;
    while (t->priority != 0) {
        if (t->priority > best->priority) best = t;
        t = t->next;
    }
    if (t != idle) reach_error();  // @idle
    return best;
}

int main(void) {
    struct task idle = {0, &idle};
    unsigned long ran = 0;
    while (__VERIFIER_nondet_int()) {
        if (__VERIFIER_nondet_int()) start(&idle, __VERIFIER_nondet_uchar());
        ran += choose(&idle)->priority;
        age(&idle);
    }
    choose(&idle);
    while (idle.next != &idle) {
        struct task *t = idle.next;
        idle.next = t->next;
        free(t);
    }
    return ran == 50;
}
