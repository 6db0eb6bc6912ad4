// expect: unsafe double-free 18
// property: memory-safety,memory-cleanup
// Seeded: the handler leaves what it freed in the list, and is registered twice
// A list of temporary names is emptied by a handler at the end of the program, however it ends.
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct name {
    struct name *next;
    char *text;
};

static struct name *names;

static void forget_names(void) {
    for (struct name *n = names; n; n = n->next)
        free(n->text);
}

static void add_name(void) {
    struct name *n = malloc(sizeof *n);
    n->text = malloc(12);
    n->text[0] = '\0';
    n->next = names;
    names = n;
}

int main(void) {
    atexit(forget_names);
    atexit(forget_names);
    add_name();
    while (__VERIFIER_nondet_int()) {
        add_name();
        if (__VERIFIER_nondet_int()) exit(3);
    }
    return 0;
}
