// expect: unsafe assertion-failure 44
// Ones and twos alternate in a list that is built at its front, reversed, and walked by a flag.
// Seeded: after a one the flag may stay as it is.
#include <assert.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct node {
    int h;
    struct node *next;
};

static struct node *make(int h, struct node *next) {
    struct node *n = malloc(sizeof *n);
    n->h = h;
    n->next = next;
    return n;
}

static void drop(struct node *p) {
    while (p) {
        struct node *next = p->next;
        free(p);
        p = next;
    }
}

int main(void) {
    int flag = 1;
    struct node *list = NULL, *reversed = NULL;
    while (__VERIFIER_nondet_int()) {
        list = make(flag ? 1 : 2, list);
        flag = flag ? __VERIFIER_nondet_int() == 9 : 1;
    }
    while (list) {
        struct node *next = list->next;
        list->next = reversed;
        reversed = list;
        list = next;
    }
    flag = 1;
    for (struct node *p = reversed; p; p = p->next) {
        assert(p->h == (flag ? 1 : 2));
        flag = !flag;
    }
    drop(reversed);
    return 0;
}
