// expect: safe
// expect -DBAD_FIELD: unsafe uninitialised-value @field
// expect -DBAD_LOCAL: unsafe uninitialised-value @local
// expect -DBAD_INDEX: unsafe uninitialised-value @index
// expect -DBAD_SIZE: unsafe uninitialised-value @size
// expect -DBAD_PRINT: unsafe uninitialised-value @print
// expect -DBAD_SUM: unsafe uninitialised-value @sum
// expect -DBAD_FLAG: unsafe uninitialised-value @flag
// SPDX-License-Identifier: MIT
// Values that were never given are moved, not used; the bad ones are used.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

extern int __VERIFIER_nondet_int(void);

struct node {
    struct node *next;
    char kind;
    int value, unused;
    struct {
        unsigned low : 3, high : 5;
    } bits;
};

static struct node *push(struct node *list, int value) {
    struct node *n = malloc(sizeof *n);
    n->next = list;
    n->kind = 'a';
#ifndef BAD_FIELD
    n->value = value;
#endif
    n->bits.low = 1;
    n->bits.high = 2;
    return n;
}

int main(void) {
    struct node *list = NULL, copy;
    int n, k = 0, flags, table[4] = {0}, sum, unset;
    char *text;
    n = __VERIFIER_nondet_int();
    for (int i = 0; i < n && i < 3; i++) list = push(list, i);
    list = push(list, 9);
    copy = *list;  // with padding, and what is not used
    memcpy(&copy, list, sizeof copy);
    sum = copy.unused;
    (void)sum;
    if (copy.value > 5) k = 1;  // @field
    if (copy.bits.low == 1 && copy.kind == 'a') k++;
    if (n > 0) unset = n;
#ifndef BAD_LOCAL
    if (n <= 0) unset = 2;
#endif
    if (n > 1000 || unset > 3) k = 2;  // @local
    flags = 1;
#ifdef BAD_FLAG
    int flag;
    flag |= 4;
    flags = flag;
#endif
    if (flags & 8) k = 3;  // @flag
#ifdef BAD_INDEX
    int at;
    table[at & 3] = 1;  // @index
#endif
#ifdef BAD_SIZE
    size_t size;
#else
    size_t size = 4;
#endif
    text = malloc(size);  // @size
#ifdef BAD_PRINT
    int shown;
#else
    int shown = k;
#endif
    printf("%d\n", shown);  // @print
#ifdef BAD_SUM
    int total;
    for (int i = 0; i < 3; i++) total += i;
    switch (total) {  // @sum
    case 3: k = 4;
    }
#endif
    free(text);
    while (list) {
        struct node *next = list->next;
        free(list);
        list = next;
    }
    return table[k & 3];
}
