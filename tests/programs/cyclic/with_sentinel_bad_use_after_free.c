// expect: unsafe use-after-free 37
// Seeded: the walk goes on from the entry that was freed
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
    while (prev->next != &h->sentinel) {
        struct entry *e = (struct entry *)prev->next;
        if (e->weight > limit) {
            prev->next = e->link.next;
            free(e);
            h->length--;
        }
        prev = &e->link;
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
