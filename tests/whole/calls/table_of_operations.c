// expect: safe
// expect -DBAD: unsafe use-after-free @bad
// A table of operations on a stack of numbers, called by an index from outside.
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct cell {
    struct cell *down;
    int n;
};
struct machine {
    struct cell *top;
    unsigned depth;
    int error;
};
typedef void (*op)(struct machine *);
static void push(struct machine *m, int n) {
    struct cell *c = malloc(sizeof *c);
    c->n = n;
    c->down = m->top;
    m->top = c;
    m->depth++;
}
static int pop(struct machine *m) {
    struct cell *c = m->top;
    if (!c) {
        m->error = 1;
        return 0;
    }
    int n = c->n;
    m->top = c->down;
    free(c);
    m->depth--;
    return n;
}
static void op_add(struct machine *m) {
    int a = pop(m), b = pop(m);
    push(m, (int)((unsigned)a + (unsigned)b));
}
static void op_dup(struct machine *m) {
    if (m->top)
        push(m, m->top->n);
    else
        m->error = 1;
}
static void op_drop(struct machine *m) {
    (void)pop(m);
}
static void op_swap(struct machine *m) {
    if (!m->top || !m->top->down) {
        m->error = 1;
        return;
    }
    struct cell *a = m->top, *b = a->down;
    a->down = b->down;
    b->down = a;
    m->top = b;
}
static void op_clear(struct machine *m) {
    while (m->top) {
#ifdef BAD
        free(m->top);
        m->top = m->top->down;  // @bad
#else
        pop(m);
#endif
    }
}
static const struct {
    const char *name;
    op run;
} table[] = {{"add", op_add}, {"dup", op_dup}, {"drop", op_drop}, {"swap", op_swap}, {"clear", op_clear}};
int main(void) {
    struct machine m = {NULL, 0, 0};
    while (!m.error && __VERIFIER_nondet_int()) {
        unsigned k = (unsigned)__VERIFIER_nondet_int();
        if (k < sizeof table / sizeof *table)
            table[k].run(&m);
        else
            push(&m, __VERIFIER_nondet_int());
    }
    op_clear(&m);
    return 0;
}
