// expect: unsafe out-of-bounds 39
// Seeded: the sentinel is taken for an entry
// A cyclic list around a sentinel that lives in a header on the stack.
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct link {
    struct link *next;
};

struct entry {
    struct link link;
    int weight;
};

struct header {
    struct link sentinel;
    unsigned long length;
};

static void init(struct header *h) {
    h->sentinel.next = &h->sentinel;
    h->length = 0;
}

static void add(struct header *h, int weight) {
    struct entry *e = malloc(sizeof *e);
    e->weight = weight;
    e->link.next = h->sentinel.next;
    h->sentinel.next = &e->link;
    h->length++;
}

static void drop_heavy(struct header *h, int limit) {
    struct link *prev = &h->sentinel;
    for (int i = 0; i < 3; i++) {
        struct entry *e = (struct entry *)prev->next;
        if (((long *)e)[2] > limit) {
            prev->next = e->link.next;
            free(e);
            h->length--;
        } else {
            prev = prev->next;
        }
    }
}

int main(void) {
    struct header h;
    init(&h);
    while (__VERIFIER_nondet_int()) add(&h, __VERIFIER_nondet_int());
    drop_heavy(&h, 10);
    while (h.sentinel.next != &h.sentinel) {
        struct entry *e = (struct entry *)h.sentinel.next;
        h.sentinel.next = e->link.next;
        free(e);
    }
    return 0;
}
