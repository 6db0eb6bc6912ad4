// An environment like that of a bus driver: an extension owns five cyclic lists; their nodes point back to it, and some own lists.
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct entry {
    struct entry *next;
};

struct part {
    struct part *next;
};

struct extension;

struct async {
    struct entry link;
    struct extension *owner;
    struct part *parts;
};

struct simple {
    struct entry link;
    struct extension *owner;
};

struct extension {
    struct entry resets, crom, isoch, detach, address;
    struct entry *current_isoch;
};

static void ring(struct entry *e) {
    e->next = e;
}

static void put(struct entry *head, struct entry *e) {
    e->next = head->next;
    head->next = e;
}

static void fill_simple(struct extension *x, struct entry *head) {
    while (__VERIFIER_nondet_int()) {
        struct simple *s = malloc(sizeof *s);
        s->owner = x;
        put(head, &s->link);
    }
}

static void fill_async(struct extension *x) {
    while (__VERIFIER_nondet_int()) {
        struct async *a = malloc(sizeof *a);
        a->owner = x;
        a->parts = NULL;
        while (__VERIFIER_nondet_int()) {
            struct part *p = malloc(sizeof *p);
            p->next = a->parts;
            a->parts = p;
        }
        put(&x->address, &a->link);
    }
}

struct extension *device;

int main(void) {
    struct extension *x = malloc(sizeof *x);
    ring(&x->resets);
    ring(&x->crom);
    ring(&x->isoch);
    ring(&x->detach);
    ring(&x->address);
    fill_simple(x, &x->resets);
    fill_simple(x, &x->crom);
    fill_simple(x, &x->isoch);
    fill_simple(x, &x->detach);
    fill_async(x);
    x->current_isoch = x->isoch.next;
    device = x;
    return 0;
}
