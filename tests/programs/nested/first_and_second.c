// expect: safe
// expect -DBAD: unsafe double-free @drop
// Nodes own nothing, or two blocks of which one leads to the other: there is one of each, whether a node has it or not.
#include <stdlib.h>

struct first {
    long unused, value;
};

struct second {
    long value;
    struct first *first;
};

struct node {
    struct node *next;
    struct first *first;
    struct second *second;
};

static struct node *push(struct node *list, int full) {
    struct node *n = malloc(sizeof *n);
    n->next = list;
    n->first = NULL;
    n->second = NULL;
    if (full) {
        n->first = malloc(sizeof *n->first);
        n->first->unused = n->first->value = 1;
        n->second = malloc(sizeof *n->second);
        n->second->value = 2;
        n->second->first = n->first;
    }
    return n;
}

int main(void) {
    struct node *list = push(push(push(push(push(NULL, 1), 1), 0), 1), 0);
    while (list) {
        struct node *next = list->next;
        struct first *first = list->first;
#ifdef BAD
        if (first && list->second && list->second->first == first)
            free(first);
#else
        if (first && list->second && list->second->first != first)
            free(first);
#endif
        free(first);  // @drop
        free(list->second);
        free(list);
        list = next;
    }
    return 0;
}
