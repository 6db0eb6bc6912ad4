// expect: safe
// Every element is taken out from the front until the list is empty.
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct list {
    struct list *tail;
    int head;
};

static struct list *head_of;

static void cons(int value) {
    struct list *l = (struct list *)malloc(sizeof(struct list));
    l->head = value;
    l->tail = head_of;
    head_of = l;
}

static int pop(void) {
    struct list *l = head_of;
    int value = l->head;
    head_of = l->tail;
    free(l);
    return value;
}

int main(void) {
    int sum = 0;
    while (__VERIFIER_nondet_int() != 0) cons(3);
    while (head_of != NULL) sum += pop();
    return sum >= 0 ? 0 : 1;
}
