// expect: safe
// A zero that is written into a string, wherever, leaves it one; copied with its structure it is one as well.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
struct person {
    int age;
    char name[32];
};
struct node {
    struct person p;
    struct node *next;
};
int main(void) {
    struct node *head = NULL, *n;
    struct person p = {0};
    while (fgets(p.name, sizeof p.name, stdin)) {
        p.name[strcspn(p.name, "\n")] = '\0';
        n = malloc(sizeof *n);
        n->p = p;
        n->next = head;
        head = n;
    }
    for (n = head; n; n = n->next) puts(n->p.name);
    while (head) {
        n = head->next;
        free(head);
        head = n;
    }
    return 0;
}
