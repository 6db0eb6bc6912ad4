// expect: safe
// Nested scopes, each with a list of names; a lookup goes from the innermost scope outwards.
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

struct name {
    struct name *next;
    int id;
};

struct scope {
    struct scope *outer;
    struct name *names;
};

static struct scope *open_scope(struct scope *outer) {
    struct scope *s = malloc(sizeof *s);
    s->outer = outer;
    s->names = NULL;
    return s;
}

static void declare(struct scope *s, int id) {
    struct name *n = malloc(sizeof *n);
    n->id = id;
    n->next = s->names;
    s->names = n;
}

static struct name *lookup(struct scope *s, int id) {
    for (; s; s = s->outer)
        for (struct name *n = s->names; n; n = n->next)
            if (n->id == id) return n;
    return NULL;
}

static struct scope *close_scope(struct scope *s) {
    struct scope *outer = s->outer;
    while (s->names) {
        struct name *n = s->names;
        s->names = n->next;
        free(n);
    }
    free(s);
    return outer;
}

int main(void) {
    struct scope *s = open_scope(NULL);
    int action;
    while ((action = __VERIFIER_nondet_int()) != 0) {
        if (action == 1)
            s = open_scope(s);
        else if (action == 2)
            declare(s, __VERIFIER_nondet_int());
        else if (action == 3 && s->outer)
            s = close_scope(s);
    }
    struct name *n = lookup(s, 7);
    if (n && n->id != 7) reach_error();
    while (s) s = close_scope(s);
    return 0;
}
