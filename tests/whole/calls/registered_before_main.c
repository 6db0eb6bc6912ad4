// expect: safe
// expect -DBAD: unsafe memory-leak @bad
// Plugins register themselves in constructors; a destructor frees the registry.
#include <stdlib.h>
#include <string.h>
extern int __VERIFIER_nondet_int(void);
struct plugin {
    const char *name;
    int (*run)(int);
    struct plugin *next;
};
static struct plugin *registry;
static void enrol(const char *name, int (*run)(int)) {
    struct plugin *p = malloc(sizeof *p);
    p->name = name;
    p->run = run;
    p->next = registry;
    registry = p;
}
static int twice(int x) {
    return x ^ 1;
}
static int negate(int x) {
    return ~x;
}
__attribute__((constructor)) static void init_twice(void) {
    enrol("twice", twice);
}
__attribute__((constructor)) static void init_negate(void) {
    enrol("negate", negate);
}
__attribute__((destructor)) static void fini(void) {
    while (registry) {
        struct plugin *p = registry;
        registry = p->next;
        free(p);
    }
}
int main(void) {
    int v = __VERIFIER_nondet_int();
    struct plugin *p;
    for (p = registry; p; p = p->next)
        if (strcmp(p->name, "twice") == 0) break;
    if (!p) abort();
    v = p->run(v);
#ifdef BAD
    if (v == 5) registry = registry->next;  // @bad
#endif
    return v & 1;
}
