// expect: safe
// expect -DALONE: unsafe null-dereference @sum
// expect -DEMPTY: unsafe null-dereference @first
// Headers, each followed by its details, of which there is at least one: the sum of these is put into the header.
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
enum kind { HEADER, DETAIL };
struct line {
    enum kind kind;
    int sum;
    struct line *next;
};

static struct line *push(struct line *list, enum kind kind, int sum) {
    struct line *n = malloc(sizeof *n);
    if (!n) exit(1);
    n->kind = kind;
    n->sum = sum;
    n->next = list;
    return n;
}

int main(void) {
    struct line *list = NULL;
    while (__VERIFIER_nondet_int()) {
#ifndef EMPTY
        list = push(list, DETAIL, __VERIFIER_nondet_int());
#endif
        while (__VERIFIER_nondet_int()) list = push(list, DETAIL, __VERIFIER_nondet_int());
#ifdef ALONE
        if (__VERIFIER_nondet_int()) continue;
#endif
        list = push(list, HEADER, 0);
    }
    struct line *current = NULL;
    for (struct line *p = list; p; p = p->next) {
        if (p->kind == HEADER) {
            current = p;
            current->sum = p->next->sum & 1;  // @first
        } else {
            current->sum |= p->sum;  // @sum
        }
    }
    while (list) {
        struct line *next = list->next;
        free(list);
        list = next;
    }
    return 0;
}
