// expect: unsafe memory-leak 41
// Seeded: after an empty token the list is given up
// A text is split into tokens, each a node with a copy of its characters behind it.
#include <stdlib.h>
#include <string.h>

extern int __VERIFIER_nondet_int(void);

struct token {
    struct token *next;
    size_t length;
    char text[];
};

static struct token *token(const char *from, size_t length, struct token *next) {
    struct token *t = malloc(sizeof *t + length + 1);
    t->next = next;
    t->length = length;
    memcpy(t->text, from, length);
    t->text[length] = '\0';
    return t;
}

int main(void) {
    static const char text[] = "alpha beta";
    struct token *list = NULL;
    while (__VERIFIER_nondet_int()) {
        if (__VERIFIER_nondet_int())
            list = token(text, 5, list);
        else
            list = token(text + 6, 4, list);
    }
    for (struct token *t = list; t; t = t->next)
        if (t->length == 4) return 1;
    while (list) {
        struct token *t = list;
        list = t->next;
        free(t);
    }
    return 0;
}
