// SPDX-License-Identifier: MIT
// A list with a static sentinel node; the sentinel must not be freed.
// run: inputs=3 -> ok
// run: inputs=0 -> ok
// run: ALL inputs=2 -> invalid-free @all
// run: NEXT inputs=2 -> use-after-free @next
// also: -m32
#include <stdio.h>
#include <stdlib.h>

int __VERIFIER_nondet_int(void);

struct node {
    int key;
    struct node *next;
};

static struct node sentinel = {-1, &sentinel};

static struct node *find(struct node *list, int key) {
    sentinel.key = key;
    while (list->key != key) list = list->next;
    return list == &sentinel ? NULL : list;
}

int main(void) {
    struct node *list = &sentinel;
    int n = __VERIFIER_nondet_int();
    for (int i = 0; i < n; i++) {
        struct node *x = malloc(sizeof *x);
        x->key = i * 10;
        x->next = list;
        list = x;
    }
    printf("%d %d\n", find(list, 10) != NULL, find(list, 11) == NULL);
#ifdef ALL
    for (int i = 0; i <= n; i++) {
        struct node *x = list;
        list = list->next;
        free(x); // @all
    }
#elif defined NEXT
    for (struct node *x = list; x != &sentinel; x = x->next) // @next
        free(x);
#else
    while (list != &sentinel) {
        struct node *x = list;
        list = list->next;
        free(x);
    }
#endif
    return 0;
}
