// expect: unsafe uninitialised-value 29
// Seeded: malloc does not clear the bytes
// Nodes of one allocation site carry the same constants, which select what is done with them.
#include <assert.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

enum kind { PLAIN = 4, WRAPPED = 9 };

struct node {
    enum kind kind;
    unsigned char bytes[3];
    struct node *next;
};

int main(void) {
    struct node *list = NULL;
    while (__VERIFIER_nondet_int()) {
        struct node *n = malloc(sizeof *n);
        n->kind = WRAPPED;
        n->bytes[1] = 0xff;
        n->next = list;
        list = n;
    }
    while (list) {
        struct node *n = list;
        assert(n->kind == WRAPPED);
        assert(n->bytes[0] == 0 && n->bytes[1] == 0xff && n->bytes[2] == 0);
        list = n->next;
        free(n);
    }
    return 0;
}
