// expect: safe
// Every node of the outer list owns an inner list.
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct inner {
    struct inner *next;
    int value;
};

struct outer {
    struct outer *next;
    struct inner *items;
};

static void add_item(struct outer *o, int value) {
    struct inner *i = malloc(sizeof *i);
    i->value = value;
    i->next = o->items;
    o->items = i;
}

static struct outer *add_outer(struct outer *list) {
    struct outer *o = malloc(sizeof *o);
    o->items = NULL;
    o->next = list;
    while (__VERIFIER_nondet_int()) add_item(o, 1);
    return o;
}

int main(void) {
    struct outer *list = NULL;
    while (__VERIFIER_nondet_int()) list = add_outer(list);

    struct outer *at = list;
    while (at && __VERIFIER_nondet_int()) at = at->next;
    if (at) add_item(at, 2);

    while (list) {
        struct outer *next = list->next;
        while (list->items) {
            struct inner *i = list->items;
            list->items = i->next;
            free(i);
        }
        free(list);
        list = next;
    }
    return 0;
}
