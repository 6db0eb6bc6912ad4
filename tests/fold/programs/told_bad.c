// expect: unsafe out-of-bounds @copied
// More is written than the block has.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct node {
    struct node *next;
    char *name;
};

static const char title[8] = "list";

int main(void) {
    struct node *head = malloc(sizeof *head);
    char *name = malloc(8);
    if (!head || !name) exit(1);
    head->next = 0;
    strncpy(name, "first", 9);  // @copied
    head->name = name;
    puts("hi");
    puts(title + 2);
    printf("%d of %.2f%%\n", 1, 2.5);
    printf("done\n");
    free(head->name);
    free(head);
    return 0;
}
