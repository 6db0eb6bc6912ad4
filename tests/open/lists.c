// SPDX-License-Identifier: MIT
// A library of singly linked lists, without main: each function is right, or has one fault.
#include <stdlib.h>

struct node {
    struct node *next;
    int value;
};

// assume: 'list' is null or the address of a node of an acyclic list of 'struct node', linked by 'next'
// contract: requires list == null or list(list, next) of struct node
// contract: ensures list == null or list(list, next) of struct node
// contract: frees nothing
int length(const struct node *list) {  // expect: safe
    int n = 0;
    for (const struct node *p = list; p; p = p->next) n++;
    return n;
}

int length_off_the_end(const struct node *list) {  // expect: null-dereference
    int n = 1;
    for (const struct node *p = list; p; p = p->next->next) n++;  // fault
    return n;
}

// assume: 'list' is the address of one 'struct node'
int first(const struct node *list) {  // expect: safe
    return list->value;
}

// A promise is no question: the pointer is not null then.
int first_as_promised(const struct node *list) {  // expect: safe
    __builtin_assume(list != 0);
    return list->value;
}

int first_before_the_question(const struct node *list) {  // expect: null-dereference
    int value = list->value;  // fault
    return list ? value : 0;
}

// The question is about what the loop found, not about what was given.
// assume: 'list' is the address of a node of an acyclic list of 'struct node', linked by 'next'
// contract: requires list(list, next) of struct node
// contract: ensures list(list, next) of struct node
// contract: frees nothing
int last(const struct node *list) {  // expect: safe
    int value;
    do {
        value = list->value;
        list = list->next;
    } while (list);
    return value;
}

// assume: 'head' is the address of one 'struct node *'
// assume: '*head' is null or the address of a node of an acyclic list of 'struct node', linked by 'next'
// contract: requires object(head) of struct node *
// contract: requires *head == null or list(*head, next) of struct node
// contract: ensures list(*head, next) of struct node
// contract: frees nothing
void push(struct node **head, int value) {  // expect: safe
    struct node *n = malloc(sizeof *n);
    n->value = value;
    n->next = *head;
    *head = n;
}

void push_twice(struct node **head, int value) {  // expect: unsafe memory-leak
    struct node *n = malloc(sizeof *n);
    n->next = *head;
    n->value = value;
    if (value < 0) n = malloc(sizeof *n);  // fault
    n->next = *head;
    n->value = value;
    *head = n;
}

// What callers provided is theirs: they may know where the node is.
void pop(struct node **head) {  // expect: safe
    if (*head) *head = (*head)->next;
}

// contract: requires object(head) of struct node *
// contract: requires *head == null or list(*head, next) of struct node
// contract: ensures *head == null or list(*head, next) of struct node
// contract: frees perhaps anything
void pop_and_free(struct node **head) {  // expect: safe
    struct node *n = *head;
    if (!n) return;
    *head = n->next;
    free(n);
}

void pop_after_free(struct node **head) {  // expect: unsafe use-after-free
    struct node *n = *head;
    if (!n) return;
    free(n);
    *head = n->next;  // fault
}

// contract: requires list == null or list(list, next) of struct node
// contract: ensures list == null or list(list, next) of struct node
// contract: ensures result == null or list(result, next) of struct node
// contract: frees nothing
struct node *reverse(struct node *list) {  // expect: safe
    struct node *done = NULL;
    while (list) {
        struct node *next = list->next;
        list->next = done;
        done = list;
        list = next;
    }
    return done;
}

void append(struct node *list, int value) {  // expect: safe
    while (list->next) list = list->next;
    struct node *n = malloc(sizeof *n);
    n->value = value;
    n->next = NULL;
    list->next = n;
}

void append_nothing(struct node *list, int value) {  // expect: unsafe memory-leak
    struct node *n = malloc(sizeof *n);
    n->value = value;
    n->next = NULL;
    while (list->next) list = list->next;
    if (value) list->next = n;
}  // fault

// contract: requires list == null or list(list, next) of struct node
// contract: frees list
void release(struct node *list) {  // expect: safe
    while (list) {
        struct node *next = list->next;
        free(list);
        list = next;
    }
}

void release_and_look(struct node *list) {  // expect: unsafe use-after-free
    while (list) {
        free(list);
        list = list->next;  // fault
    }
}

// contract: requires list == null or list(list, next) of struct node
// contract: ensures list == null or list(list, next) of struct node
// contract: ensures list(result, next) of struct node
// contract: frees nothing
struct node *insert(struct node *list, int value) {  // expect: safe
    struct node *n = malloc(sizeof *n), *p = list;
    n->value = value;
    if (!list || list->value >= value) {
        n->next = list;
        return n;
    }
    while (p->next && p->next->value < value) p = p->next;
    n->next = p->next;
    p->next = n;
    return list;
}

void remove_all(struct node **head, int value) {  // expect: safe
    struct node **link = head;
    while (*link) {
        struct node *n = *link;
        if (n->value == value) {
            *link = n->next;
            free(n);
        } else {
            link = &n->next;
        }
    }
}

void remove_all_late(struct node **head, int value) {  // expect: unsafe use-after-free
    struct node **link = head;
    while (*link) {
        struct node *n = *link;
        if (n->value == value) free(n);
        *link = n->next;  // fault
    }
}

// assume: 'a' is null or the address of a node of an acyclic list of 'struct node', linked by 'next'
struct node *concatenate(struct node *a, struct node *b) {  // expect: safe
    if (!a) return b;
    struct node *p = a;
    while (p->next) p = p->next;
    p->next = b;
    return a;
}

// Nothing is wrong unless the lists have nodes in common.
void release_both(struct node *a, struct node *b) {  // expect: use-after-free
    while (a) {
        struct node *next = a->next;
        free(a);
        a = next;
    }
    while (b) {
        struct node *next = b->next;  // fault
        free(b);
        b = next;
    }
}

// contract: ensures result == null or list(result, next) of struct node
// contract: frees nothing
struct node *build(int n) {  // expect: safe
    struct node *list = NULL;
    while (n-- > 0) {
        struct node *x = malloc(sizeof *x);
        x->next = list;
        x->value = n;
        list = x;
    }
    return list;
}

// contract: requires list == null or object(list) of struct node
// contract: frees perhaps list
void release_one_if(struct node *list, int wanted) {  // expect: safe
    if (wanted) free(list);
}

int release_one_if_and_look(struct node *list, int wanted) {  // expect: unsafe use-after-free
    if (!list) return 0;
    if (wanted) free(list);
    return list->value;  // fault
}
