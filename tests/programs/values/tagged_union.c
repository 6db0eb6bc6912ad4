// expect: safe
// A node holds a number, or owns a text or a pair: its tag says which.
#include <stdlib.h>
#include <string.h>

extern int __VERIFIER_nondet_int(void);

struct pair {
    int first, second;
};

struct node {
    enum { NUMBER, TEXT, PAIR } tag;
    union {
        long number;
        char *text;
        struct pair *pair;
    } is;
    struct node *next;
};

static struct node *make(int choice, struct node *next) {
    struct node *n = malloc(sizeof *n);
    n->next = next;
    switch (choice) {
    case 1:
        n->tag = TEXT;
        n->is.text = malloc(8);
        memset(n->is.text, 0, 8);
        break;
    case 2:
        n->tag = PAIR;
        n->is.pair = malloc(sizeof(struct pair));
        n->is.pair->first = n->is.pair->second = 0;
        break;
    default:
        n->tag = NUMBER;
        n->is.number = choice;
    }
    return n;
}

static void release(struct node *n) {
    if (n->tag == TEXT)
        free(n->is.text);
    else if (n->tag == PAIR)
        free(n->is.pair);
    free(n);
}

int main(void) {
    struct node *list = NULL;
    while (__VERIFIER_nondet_int()) list = make(__VERIFIER_nondet_int(), list);
    while (list) {
        struct node *next = list->next;
        release(list);
        list = next;
    }
    return 0;
}
