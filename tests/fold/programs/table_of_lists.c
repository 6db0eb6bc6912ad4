// expect: safe
// Lists in the places of a table, each at an index of a few.
#include <stdlib.h>

extern unsigned __VERIFIER_nondet_uint(void);

struct node {
    struct node *next;
};

static struct node *table[3];

int main(void) {
    while (__VERIFIER_nondet_uint()) {
        unsigned i = __VERIFIER_nondet_uint() % 3;
        struct node *n = malloc(sizeof *n);
        n->next = table[i];
        table[i] = n;
    }
    for (int i = 0; i < 3; i++)
        while (table[i]) {
            struct node *n = table[i];
            table[i] = n->next;
            free(n);
        }
    return 0;
}
