// expect: safe
// expect -DBAD_FIRST: unsafe null-dereference @middle
// expect -DBAD_MISSING: unsafe null-dereference @unlink
// A search answers with one of three codes, which say whether there is a node, and whether there is one before it.
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct node {
    int key;
    struct node *next;
};
struct position {
    struct node *before, *at;
};
enum { MISSING, AT_FRONT, BEHIND };

static int locate(struct node *list, int key, struct position *p) {
    p->before = NULL;
    for (p->at = list; p->at; p->at = p->at->next) {
#ifdef BAD_FIRST
        if (p->at->key == key) return list->next ? BEHIND : AT_FRONT;
#else
        if (p->at->key == key) return p->before ? BEHIND : AT_FRONT;
#endif
        p->before = p->at;
    }
#ifdef BAD_MISSING
    return list && list->next && key == 1 ? AT_FRONT : MISSING;
#else
    return MISSING;
#endif
}

static struct node *delete(struct node *list, int key) {
    struct position p;
    switch (locate(list, key, &p)) {
    case AT_FRONT:
        list = p.at->next;  // @unlink
        break;
    case BEHIND:
        p.before->next = p.at->next;  // @middle
        break;
    default:
        return list;
    }
    free(p.at);
    return list;
}

int main(void) {
    struct node *list = NULL;
    for (int c = __VERIFIER_nondet_int(); c; c = __VERIFIER_nondet_int()) {
        if (c < 0) {
            list = delete(list, -(c + 1));
            continue;
        }
        struct node *n = malloc(sizeof *n);
        if (!n) exit(1);
        n->key = c - 1;
        n->next = list;
        list = n;
    }
    while (list) list = delete(list, list->key);
    return 0;
}
