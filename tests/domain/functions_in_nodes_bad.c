// expect: not safe double-free 7
// As functions_in_nodes.c, but one of the functions frees what its node owns twice.
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct task { struct task *next; void (*run)(struct task *); char *own; };
static void plain(struct task *t) { free(t); }
static void owner(struct task *t) { free(t->own); free(t->own); free(t); }
int main(void) {
    struct task *list = 0;
    while (__VERIFIER_nondet_int()) {
        struct task *t = malloc(sizeof *t);
        int kind = __VERIFIER_nondet_int();
        t->next = list;
        t->own = kind > 5 ? malloc(3) : 0;
        t->run = t->own ? owner : plain;
        list = t;
    }
    while (list) { struct task *t = list; list = t->next; t->run(t); }
    return 0;
}
