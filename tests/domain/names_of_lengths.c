// expect: safe
// expect -DBAD_END: unsafe out-of-bounds @end
// expect -DBAD_FREE: unsafe memory-leak @free
// Nodes own names of several lengths, which differ from node to node: each is a string all the same.
#include <stdlib.h>
#include <string.h>

extern int __VERIFIER_nondet_int(void);

struct symbol {
    char *name;
    struct symbol *next;
};

static struct symbol *add(struct symbol *next, const char *name) {
    struct symbol *s = malloc(sizeof *s);
#ifdef BAD_END
    s->name = malloc(strlen(name));
#else
    s->name = malloc(strlen(name) + 1);
#endif
    strcpy(s->name, name);  // @end
    s->next = next;
    return s;
}

static struct symbol *find(struct symbol *s, const char *name) {
    while (s && strcmp(s->name, name) != 0) s = s->next;
    return s;
}

int main(void) {
    static const char *const names[] = {"i", "sum", "total"};
    struct symbol *all = NULL;
    while (__VERIFIER_nondet_int()) {
        unsigned k = (unsigned)__VERIFIER_nondet_int() % 3;
        all = add(all, names[k]);
    }
    struct symbol *found = find(all, "sum");
    if (found) found->name[0] = 'S';
    while (all) {
        struct symbol *next = all->next;
#ifdef BAD_FREE
        if (strlen(all->name) != 3)
#endif
            free(all->name);
        free(all);  // @free
        all = next;
    }
    return 0;
}
