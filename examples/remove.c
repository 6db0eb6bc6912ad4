// Removes the even numbers from a linked list, and reads a node that it has just freed.
#include <stdio.h>
#include <stdlib.h>

struct node {
    int value;
    struct node *next;
};

static void remove_even(struct node **head) {
    struct node **link = head;
    for (struct node *cur = *head; cur; cur = cur->next) {
        if (cur->value % 2 == 0) {
            *link = cur->next;
            free(cur);
        } else {
            link = &cur->next;
        }
    }
}

int main(void) {
    struct node *list = NULL;
    for (int i = 0; i < 4; i++) {
        struct node *n = malloc(sizeof *n);
        if (!n) exit(1);
        n->value = i;
        n->next = list;
        list = n;
    }
    remove_even(&list);
    while (list) {
        struct node *next = list->next;
        printf("%d\n", list->value);
        free(list);
        list = next;
    }
    return 0;
}
