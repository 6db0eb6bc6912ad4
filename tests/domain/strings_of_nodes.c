// expect: safe
// expect -DBAD_SIZE: unsafe out-of-bounds @strcpy
// expect -DBAD_NAME: unsafe memory-leak @freed
// expect -DBAD_LOOKUP: unsafe use-after-free @lookup
// A table of names: each node owns a copy of a string of any length, or of an argument of main.
#include <stdlib.h>
#include <string.h>
extern int __VERIFIER_nondet_int(void);
extern char __VERIFIER_nondet_char(void);
struct entry {
    struct entry *next;
    char *name, *value;
};
static struct entry *table;

static char *copy(const char *s) {
#ifdef BAD_SIZE
    char *p = malloc(strlen(s) + (s[0] != 'x'));
#else
    char *p = malloc(strlen(s) + 1);
#endif
    return strcpy(p, s);  // @strcpy
}

static struct entry *lookup(const char *name) {
    for (struct entry *e = table; e; e = e->next)
        if (strcmp(e->name, name) == 0) return e;  // @lookup
    return NULL;
}

static void set(const char *name, const char *value) {
    struct entry *e = lookup(name);
    if (!e) {
        e = malloc(sizeof *e);
        e->name = copy(name);
        e->next = table;
        table = e;
    } else {
        free(e->value);
    }
    e->value = copy(value);
}

static void clear(void) {
    while (table) {
        struct entry *next = table->next;
#ifdef BAD_NAME
        if (table->name[0] != 'y')
#endif
        free(table->name);
        free(table->value);
        free(table);  // @freed
        table = next;
    }
}

int main(int argc, char **argv) {
    char name[6], value[9];
    set("first", "a");
    while (__VERIFIER_nondet_int()) {
        for (int i = 0; i < 5; i++) name[i] = __VERIFIER_nondet_char();
        for (int i = 0; i < 8; i++) value[i] = __VERIFIER_nondet_char();
        name[5] = value[8] = 0;
        set(name, value);
    }
    for (int i = 0; i < argc; i++) set(argv[i], "argument");
#ifdef BAD_LOOKUP
    struct entry *e = lookup("first");
    if (e) free(e->name);
    set("second", "b");
#endif
    clear();
    return 0;
}
