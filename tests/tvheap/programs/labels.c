// expect: safe
// Nodes have labels, copied from constants: short ones into a place of fixed size, others into blocks of their own.
#include <stdlib.h>
#include <string.h>

extern int __VERIFIER_nondet_int(void);

struct node {
    char label[8];
    char *text;
    struct node *next;
};

static char *copy(const char *text, size_t n) {
    char *c = malloc(n + 1);
    memcpy(c, text, n);
    c[n] = 0;
    return c;
}

int main(void) {
    struct node *list = NULL;
    while (__VERIFIER_nondet_int()) {
        struct node *n = malloc(sizeof *n);
        strncpy(n->label, "label", sizeof n->label);
        n->text = copy("a longer text", 13);
        n->next = list;
        list = n;
    }
    while (list) {
        struct node *n = list;
        list = n->next;
        free(n->text);
        free(n);
    }
    return 0;
}
