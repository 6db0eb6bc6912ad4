// expect: safe
// A list is walked by turning its links round, and walked back by turning them again.
#include <assert.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct node {
    struct node *next;
    unsigned visited : 1;
};

int main(void) {
    struct node *list = NULL;
    while (__VERIFIER_nondet_int()) {
        struct node *n = malloc(sizeof *n);
        n->visited = 0;
        n->next = list;
        list = n;
    }
    struct node *at = list, *behind = NULL;
    while (at) {
        struct node *ahead = at->next;
        at->visited = 1;
        at->next = behind;
        behind = at;
        at = ahead;
    }
    while (behind) {
        struct node *back = behind->next;
        behind->next = at;
        at = behind;
        behind = back;
    }
    assert(at == list);
    while (list) {
        struct node *n = list;
        assert(n->visited);
        list = n->next;
        free(n);
    }
    return 0;
}
