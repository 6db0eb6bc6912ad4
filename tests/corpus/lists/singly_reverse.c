// SPDX-License-Identifier: MIT
// A singly linked list is built, reversed in place and freed.
// run: -> ok
// run: inputs=1 -> ok
// run: inputs=5 -> ok
// run: inputs=9 -> ok
// run: UAF inputs=3 -> use-after-free @uaf
// run: LEAK inputs=4 -> memory-leak @leak
// run: TWICE inputs=2 -> double-free @twice
// run: NODE inputs=0 -> null-dereference @null
// also: -m32
#include <stdio.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct node {
    int value;
    struct node *next;
};

static struct node *push(struct node *list, int value) {
    struct node *n = malloc(sizeof *n);
    if (n == NULL) abort();
    n->value = value;
    n->next = list;
    return n;
}

static struct node *reverse(struct node *list) {
    struct node *done = NULL;
    while (list != NULL) {
        struct node *next = list->next;
        list->next = done;
        done = list;
        list = next;
    }
    return done;
}

static void release(struct node *list) {
#ifdef UAF
    for (; list != NULL; list = list->next) // @uaf
        free(list);
#elif defined LEAK
    free(list); // @leak
#else
    while (list != NULL) {
        struct node *next = list->next;
        free(list);
        list = next;
    }
#endif
}

int main(void) {
    struct node *list = NULL;
    int n = __VERIFIER_nondet_int();
    for (int i = 0; i < n; i++) list = push(list, i * i);
    list = reverse(list);
#ifdef NODE
    printf("first %d\n", list->value); // @null
#endif
    for (struct node *p = list; p; p = p->next) printf("%d ", p->value);
    puts("");
#ifdef TWICE
    free(list->next);
    list->next = NULL;
    struct node *first = list;
    release(list);
    list = first;
    free(first); // @twice
#else
    release(list);
#endif
    return n;
}
