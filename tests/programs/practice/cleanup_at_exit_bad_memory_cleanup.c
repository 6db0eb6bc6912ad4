// expect: unsafe memory-cleanup 36
// property: memory-safety,memory-cleanup
// Seeded: the handler is registered too late
// A list of temporary names is emptied by a handler at the end of the program, however it ends.
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct name {
    struct name *next;
    char *text;
};

static struct name *names;

static void forget_names(void) {
    while (names) {
        struct name *n = names;
        names = n->next;
        free(n->text);
        free(n);
    }
}

static void add_name(void) {
    struct name *n = malloc(sizeof *n);
    n->text = malloc(12);
    n->text[0] = '\0';
    n->next = names;
    names = n;
}

int main(void) {
    while (__VERIFIER_nondet_int()) {
        add_name();
        if (__VERIFIER_nondet_int()) exit(3);
    }
    atexit(forget_names);
    return 0;
}
