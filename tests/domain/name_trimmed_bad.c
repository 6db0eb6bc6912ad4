// expect: unsafe out-of-bounds 25
// The name is longer than the place that it is copied to.
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
    char first[8] = "";
    while (fgets(p.name, sizeof p.name, stdin)) {
        p.name[strcspn(p.name, "\n")] = '\0';
        n = malloc(sizeof *n);
        n->p = p;
        n->next = head;
        head = n;
    }
    if (head) strcpy(first, head->p.name);  // fault
    puts(first);
    while (head) {
        n = head->next;
        free(head);
        head = n;
    }
    return 0;
}
