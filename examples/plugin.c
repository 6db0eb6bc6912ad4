// Hands every node of a list to a function that is defined elsewhere, and frees the list.
#include <stdlib.h>

struct node {
    int value;
    struct node *next;
};

void visit(struct node *n);

int main(int argc, char **argv) {
    struct node *list = NULL;
    (void)argv;
    for (int i = 1; i < argc; i++) {
        struct node *n = malloc(sizeof *n);
        if (!n) exit(1);
        n->value = i;
        n->next = list;
        list = n;
    }
    for (struct node *n = list; n; n = n->next) visit(n);
    while (list) {
        struct node *next = list->next;
        free(list);
        list = next;
    }
    return 0;
}
