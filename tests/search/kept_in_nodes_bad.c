// SPDX-License-Identifier: MIT
// expect: unsafe null-dereference 35
#include <stdlib.h>
#include <string.h>

extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern char __VERIFIER_nondet_char(void);
extern void __VERIFIER_assume(int);

// Inputs that are stored in the heap and tested later.
struct node {
    struct node *next;
    int key;
};

static struct node *push(struct node *list, int key) {
    struct node *x = malloc(sizeof *x);
    if (!x) exit(1);
    x->key = key;
    x->next = list;
    return x;
}

int main(void) {
    struct node *list = NULL;
    for (int i = 0; i < 3; i++) list = push(list, __VERIFIER_nondet_int() / 2);
    int a = list->key, b = list->next->key, c = list->next->next->key;
    int broken = a - b == 1234 && b - c == 4321 && c == 99;
    while (list) {
        struct node *next = list->next;
        free(list);
        list = next;
    }
    if (broken) list->key = 0;
    return 0;
}
