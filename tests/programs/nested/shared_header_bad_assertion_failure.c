// expect: unsafe assertion-failure 33
// Seeded: the header changes while nodes are added
// All nodes point to one header, which is freed last.
#include <assert.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct header {
    int users;
    const char *name;
};

struct node {
    struct header *header;
    struct node *next;
};

int main(void) {
    struct header *h = malloc(sizeof *h);
    h->users = 7;
    h->name = "shared";
    struct node *list = NULL;
    while (__VERIFIER_nondet_int()) {
        struct node *n = malloc(sizeof *n);
        n->header = h;
        if (__VERIFIER_nondet_int() == 2) h->users = 8;
        n->next = list;
        list = n;
    }
    for (struct node *n = list; n; n = n->next) {
        assert(n->header == h);
        assert(n->header->users == 7);
    }
    while (list) {
        struct node *n = list;
        list = n->next;
        free(n);
    }
    free(h);
    return 0;
}
