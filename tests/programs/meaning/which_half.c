// expect: safe
// expect -DBAD_ONE: unsafe null-dereference @last
// expect -DBAD_NONE: unsafe null-dereference @left
// A list is divided by the sign of its numbers; the result says which of the two halves have nodes, and they are joined by it.
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct node {
    int value;
    struct node *next;
};
enum halves { NONE = 0, LEFT = 1, RIGHT = 2, BOTH = 3 };

static enum halves divide(struct node *list, struct node **left, struct node **right) {
    int halves = NONE;
    *left = *right = NULL;
    while (list) {
        struct node *n = list;
        list = n->next;
        struct node **half = n->value < 0 ? left : right;
        n->next = *half;
        *half = n;
#ifdef BAD_ONE
        halves |= n->value < 0 ? LEFT : BOTH;
#else
        halves |= n->value < 0 ? LEFT : RIGHT;
#endif
    }
#ifdef BAD_NONE
    if (halves == NONE) halves = LEFT;
#endif
    return halves;
}

static struct node *join(enum halves halves, struct node *left, struct node *right) {
    struct node *last = left;
    switch (halves) {
    case NONE:
        return NULL;
    case LEFT:
        left->value = 0;  // @left
        return left;
    case RIGHT:
        right->value = 0;
        return right;
    default:
        while (last->next) last = last->next;  // @last
        last->next = right;
        right->value = 0;
        return left;
    }
}

int main(void) {
    struct node *list = NULL, *left, *right;
    while (__VERIFIER_nondet_int()) {
        struct node *n = malloc(sizeof *n);
        if (!n) exit(1);
        n->value = __VERIFIER_nondet_int();
        n->next = list;
        list = n;
    }
    enum halves halves = divide(list, &left, &right);
    list = join(halves, left, right);
    while (list) {
        struct node *next = list->next;
        free(list);
        list = next;
    }
    return 0;
}
