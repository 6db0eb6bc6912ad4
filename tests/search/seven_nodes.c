// SPDX-License-Identifier: MIT
// expect: not unsafe
#include <stdlib.h>
#include <string.h>

extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern char __VERIFIER_nondet_char(void);
extern void __VERIFIER_assume(int);

// A list of exactly seven nodes, one of which holds a certain value.
struct node {
    struct node *next;
    int value;
};

int main(void) {
    struct node *list = NULL;
    int n = 0, found = 0;
    while (__VERIFIER_nondet_int() > 0 && n < 20) {
        struct node *x = malloc(sizeof *x);
        if (!x) break;
        x->value = __VERIFIER_nondet_int();
        x->next = list;
        list = x;
        n++;
    }
    int k = 0;
    for (struct node *x = list; x; x = x->next, k++)
        if (k == 2 && x->value - 100 == 4611) found = 1;
    while (list) {
        struct node *next = list->next;
        free(list);
        if (n == 7 && found) {
            found = 0;
        }
        list = next;
    }
    return 0;
}
