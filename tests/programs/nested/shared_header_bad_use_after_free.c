// expect: unsafe use-after-free 32
// Seeded: the header is freed before the nodes are checked
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
        n->next = list;
        list = n;
    }
    free(h);
    for (struct node *n = list; n; n = n->next)
        if (n->header->users != 7) break;
    while (list) {
        struct node *n = list;
        list = n->next;
        free(n);
    }
    return 0;
}
