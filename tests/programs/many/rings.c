// expect: safe
// expect -DBAD_LINK: unsafe use-after-free @free
// Rings around heads of their own, in the variables of one function.
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);

struct link {
    struct link *next, *prev;
};
struct item {
    struct link link;
    int value;
};

static void add(struct link *head) {
    struct item *i = malloc(sizeof *i);
    i->link.next = head->next;
    i->link.prev = head;
    head->next->prev = &i->link;
    head->next = &i->link;
}

static void clear(struct link *head) {
    while (head->next != head) {
        struct item *i = (struct item *)head->next;
#ifndef BAD_LINK
        i->link.next->prev = i->link.prev;
#endif
        i->link.prev->next = i->link.next;
        free(i);
    }
    head->prev->next = head; // @free
}

#define RINGS R(0) R(1) R(2) R(3) R(4) R(5) R(6) R(7) R(8) R(9)

int main(void) {
#define R(i) struct link r##i = {&r##i, &r##i};
    RINGS
#undef R
    while (__VERIFIER_nondet_int()) {
        switch (__VERIFIER_nondet_int()) {
#define R(i) case i: add(&r##i); break;
            RINGS
#undef R
        }
    }
#define R(i) clear(&r##i);
    RINGS
#undef R
    return 0;
}
