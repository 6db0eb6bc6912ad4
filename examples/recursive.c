// Builds a list as long as the input says, and frees it recursively.
#include <stdio.h>
#include <stdlib.h>

struct node {
    int value;
    struct node *next;
};

static void free_all(struct node *n) {
    if (!n) return;
    free_all(n->next);
    free(n);
}

int main(void) {
    struct node *list = NULL;
    int c;
    while ((c = getchar()) != EOF) {
        struct node *n = malloc(sizeof *n);
        if (!n) exit(1);
        n->value = c;
        n->next = list;
        list = n;
    }
    free_all(list);
    return 0;
}
