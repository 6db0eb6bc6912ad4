// expect: unsafe out-of-bounds 16
// One of the strings is too long for its member and what follows it.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
struct item {
    char kind[10];
    int c;
    struct item *next;
};
int main(void) {
    struct item *head = NULL, *i;
    int c;
    while ((c = getchar()) != EOF) {
        i = malloc(sizeof *i);
        strcpy(i->kind, c == 'a' ? "letter" : c == '1' ? "digit" : "neither of them, as it seems");  // fault
        i->c = c;
        i->next = head;
        head = i;
    }
    for (i = head; i; i = i->next) puts(i->kind);
    while (head) {
        i = head->next;
        free(head);
        head = i;
    }
    return 0;
}
