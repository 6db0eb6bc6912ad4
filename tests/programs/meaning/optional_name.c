// expect: safe
// expect -DBAD_COPIED: unsafe invalid-free @free
// expect -DBAD_RENAMED: unsafe memory-leak @rename
// A flag says whether a person has a name; where it is not set, the pointer means nothing and was never written.
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
extern int __VERIFIER_nondet_int(void);
struct person {
    struct person *next;
    bool named;
    char *name;
};

static char *some_name(void) {
    char *name = malloc(4);
    if (!name) exit(1);
    strcpy(name, "Eve");
    return name;
}

static struct person *born(struct person *next) {
    struct person *p = malloc(sizeof *p);
    if (!p) exit(1);
    p->next = next;
    p->named = false;
    return p;
}

static void rename_some(struct person *p) {
    for (; p; p = p->next) {
        if (!__VERIFIER_nondet_int()) continue;
#ifdef BAD_RENAMED
        if (p->named && __VERIFIER_nondet_int() != 2) free(p->name);
#else
        if (p->named) free(p->name);
#endif
        p->name = some_name();  // @rename
        p->named = true;
    }
}

static void bury(struct person *p) {
    while (p) {
        struct person *next = p->next;
#ifdef BAD_COPIED
        p->named |= next && next->named;
#endif
        if (p->named) free(p->name);  // @free
        free(p);
        p = next;
    }
}

int main(void) {
    struct person *people = NULL;
    while (__VERIFIER_nondet_int()) {
        people = born(people);
        if (__VERIFIER_nondet_int()) {
            people->name = some_name();
            people->named = true;
        }
    }
    rename_some(people);
    bury(people);
    return 0;
}
