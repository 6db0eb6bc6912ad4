// expect: unsafe use-after-free 29
// A list whose nodes point back to the head of the list, which was freed first.
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct head {
    struct node *first;
    int length;
};
struct node {
    struct head *list;
    struct node *next;
    int key, other;
};

int main(void) {
    struct head *list = calloc(1, sizeof *list);
    while (__VERIFIER_nondet_int()) {
        struct node *n = malloc(sizeof *n);
        n->list = list;
        n->next = list->first;
        list->first = n;
        list->length++;
    }
    struct node *n = list->first;
    free(list);
    while (n) {
        n->list->length--;
        struct node *next = n->next;
        free(n);
        n = next;
    }
    return 0;
}
