// expect: unsafe double-free 40
// Seeded: two nodes share one string
// Nodes own strings that are copied when they are added.
#include <stdlib.h>
#include <string.h>

extern int __VERIFIER_nondet_int(void);

struct word {
    char *text;
    struct word *next;
};

static char *copy(const char *text, size_t n) {
    char *c = malloc(n + 1);
    memcpy(c, text, n);
    c[n] = '\0';
    return c;
}

static struct word *add(struct word *list, const char *text, size_t n) {
    struct word *w = malloc(sizeof *w);
    w->text = copy(text, n);
    w->next = list;
    return w;
}

int main(void) {
    static const char line[] = "the quick brown fox";
    struct word *list = NULL;
    while (__VERIFIER_nondet_int()) list = add(list, line + 4, 5);
    list = add(list, line, 3);
    if (list->next) {
        free(list->text);
        list->text = list->next->text;
    }
    while (list) {
        struct word *w = list;
        list = w->next;
        free(w->text);
        free(w);
    }
    return 0;
}
