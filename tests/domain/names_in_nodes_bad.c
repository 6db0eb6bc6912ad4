// expect: unsafe out-of-bounds 26
// The name that is copied out may be longer than the place for a phone number.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
struct entry {
    char name[20];
    int age;
    char phone[12];
    struct entry *next;
};
int main(void) {
    struct entry *head = NULL, *e;
    char name[20], phone[12];
    int age;
    while (scanf("%19s %d %11s", name, &age, phone) == 3) {
        e = malloc(sizeof *e);
        strcpy(e->phone, phone);
        e->age = age;
        strcpy(e->name, name);
        e->next = head;
        head = e;
    }
    for (e = head; e; e = e->next) {
        strcpy(name, e->name);
        strcpy(phone, e->name);  // fault
        printf("%s %s %zu\n", e->name, e->phone, strlen(e->name));
    }
    while (head) {
        e = head->next;
        free(head);
        head = e;
    }
    return 0;
}
