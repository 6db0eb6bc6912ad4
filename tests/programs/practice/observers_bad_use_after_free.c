// expect: unsafe use-after-free 34
// Seeded: the link of an observer that signed off is used
// Observers register at a subject, are told about events, and sign off while they are told.
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct observer {
    struct observer *next;
    void (*notify)(void *context, int event);
    void *context;
    int once;
};

struct subject {
    struct observer *observers;
};

static void count(void *context, int event) {
    *(int *)context += event;
}

static void observe(struct subject *s, void (*notify)(void *, int), void *context, int once) {
    struct observer *o = malloc(sizeof *o);
    o->notify = notify;
    o->context = context;
    o->once = once;
    o->next = s->observers;
    s->observers = o;
}

static void publish(struct subject *s, int event) {
    struct observer **at = &s->observers;
    while (*at) {
        struct observer *o = *at;
        o->notify(o->context, event);
        if (o->once) {
            *at = o->next;
            free(o);
        }
        at = &o->next;
    }
}

int main(void) {
    struct subject s = {NULL};
    int total = 0;
    while (__VERIFIER_nondet_int()) observe(&s, count, &total, __VERIFIER_nondet_int());
    publish(&s, 1);
    publish(&s, 1);
    while (s.observers) {
        struct observer *o = s.observers;
        s.observers = o->next;
        free(o);
    }
    return total < 0;
}
