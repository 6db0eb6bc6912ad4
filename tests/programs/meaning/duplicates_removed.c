// expect: safe
// expect -DBAD_ADVANCED: unsafe assertion-failure @strict
// expect -DBAD_COMPARED: unsafe assertion-failure @strict
// A list is kept in descending order with duplicates, which are removed afterwards; then it descends strictly.
#include <assert.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct node {
    int data;
    struct node *next;
};

static void sorted_insert(struct node **head, int data) {
    struct node *n = malloc(sizeof(struct node));
    if (n == NULL) exit(EXIT_FAILURE);
    n->data = data;
    if (*head == NULL || (*head)->data <= data) {
        n->next = *head;
        *head = n;
    } else {
        struct node *current = *head;
        while (current->next != NULL && current->next->data > data) current = current->next;
        n->next = current->next;
        current->next = n;
    }
}

static void remove_duplicates(struct node *current) {
    if (current == NULL) return;
    while (current->next != NULL) {
#ifdef BAD_COMPARED
        if (current->data == current->next->data && current->data != 1) {
#else
        if (current->data == current->next->data) {
#endif
            struct node *again = current->next;
            current->next = again->next;
            free(again);
#ifdef BAD_ADVANCED
            if (current->next != NULL) current = current->next;
#endif
        } else {
            current = current->next;
        }
    }
}

int main(void) {
    struct node *head = NULL;
    while (__VERIFIER_nondet_int()) sorted_insert(&head, __VERIFIER_nondet_int());
    remove_duplicates(head);
    for (struct node *n = head; n != NULL && n->next != NULL; n = n->next) assert(n->data > n->next->data);  // @strict
    while (head != NULL) {
        struct node *n = head;
        head = head->next;
        free(n);
    }
    return 0;
}
