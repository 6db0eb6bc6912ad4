// expect: safe
// property: memory-cleanup
#include <stdlib.h>
struct node {
    struct node *next;
};
struct node *list;
int main(int argc, char **argv) {
    for (int i = 0; i < argc; i++) {
        struct node *n = malloc(sizeof *n);
        n->next = list;
        list = n;
    }
    while (list) {
        struct node *next = list->next;
        free(list);
        list = next;
    }
    if (argc > 3) exit(argv == NULL);
    return 0;
}
