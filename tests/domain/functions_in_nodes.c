// expect: safe
// Nodes of one list have different functions, each of which frees its node.
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct task { struct task *next; void (*run)(struct task *); char *own; };
static void plain(struct task *t) { free(t); }
static void owner(struct task *t) { free(t->own); free(t); }
static void counter(struct task *t) { t->own = 0; free(t); }
int main(void) {
    struct task *list = 0;
    while (__VERIFIER_nondet_int()) {
        struct task *t = malloc(sizeof *t);
        int kind = __VERIFIER_nondet_int();
        t->next = list;
        t->own = 0;
        t->run = kind == 0 ? plain : kind == 1 ? owner : counter;
        list = t;
    }
    while (list) { struct task *t = list; list = t->next; t->run(t); }
    return 0;
}
