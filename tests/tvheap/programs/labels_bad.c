// expect: unsafe invalid-free @free
// A label is copied over the pointer behind its place.
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
        n->text = copy("a longer text", 13);
        char *all = (char *)n;
        if (__VERIFIER_nondet_int()) {
            free(n->text);
            strncpy(all, "label of a node", 16);
        }
        n->next = list;
        list = n;
    }
    while (list) {
        struct node *n = list;
        list = n->next;
        free(n->text);  // @free
        free(n);
    }
    return 0;
}
