// expect: safe
// Loading a configuration fails at any point; whatever was built until then is released in reverse order.
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct option {
    struct option *next;
    char *value;
};

struct config {
    struct option *options;
    int *table;
};

static void *try_alloc(size_t n) {
    return __VERIFIER_nondet_int() ? malloc(n) : NULL;
}

static void free_options(struct option *o) {
    while (o) {
        struct option *next = o->next;
        free(o->value);
        free(o);
        o = next;
    }
}

static int load(struct config *c) {
    c->options = NULL;
    c->table = try_alloc(16);
    if (!c->table) return -1;
    while (__VERIFIER_nondet_int()) {
        struct option *o = try_alloc(sizeof *o);
        if (!o) goto fail;
        o->value = try_alloc(8);
        if (!o->value) {
            free(o);
            goto fail;
        }
        o->next = c->options;
        c->options = o;
    }
    return 0;
fail:
    free_options(c->options);
    free(c->table);
    return -1;
}

int main(void) {
    struct config c;
    if (load(&c) != 0) return 1;
    c.table[3] = 1;
    free_options(c.options);
    free(c.table);
    return 0;
}
