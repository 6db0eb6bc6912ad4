// expect: unsafe use-after-free 24
// A list whose head is a global variable and whose links are found through the addresses of pointers; a freed one stays linked.
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct cell {
    int key;
    struct cell *rest;
};
static struct cell *first;

static void push(struct cell **to) {
    struct cell *c = malloc(sizeof *c);
    c->key = __VERIFIER_nondet_int();
    c->rest = *to;
    *to = c;
}

static void drop_some(void) {
    struct cell **link = &first;
    while (*link) {
        struct cell *c = *link;
        if (c->key == 7) {
            struct cell *rest = c->rest; (void)rest;
            free(c);
        } else {
            link = &c->rest;
        }
    }
}

int main(void) {
    while (__VERIFIER_nondet_int()) push(&first);
    drop_some();
    while (first) {
        struct cell *c = first;
        first = c->rest;
        free(c);
    }
    return 0;
}
