// expect: unsafe out-of-bounds 30
// Seeded: the loop over the bytes runs into what follows the block
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
        struct node *n = calloc(1, sizeof *n);
        n->kind = WRAPPED;
        n->bytes[1] = 0xff;
        n->next = list;
        list = n;
    }
    while (list) {
        struct node *n = list;
        assert(n->kind == WRAPPED);
        for (unsigned i = 0; i <= sizeof *n; i++)
            if (((unsigned char *)n)[i] == 1) break;
        list = n->next;
        free(n);
    }
    return 0;
}
