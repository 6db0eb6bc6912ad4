// expect: safe
// expect -DBAD: unsafe use-after-free @bad
// for_each with a context and a callback that may remove the current node from the list, by return code.
#include <stdlib.h>
#include <stdbool.h>
extern int __VERIFIER_nondet_int(void);
struct conn {
    int fd;
    char *out;
    struct conn *next;
};
struct loop {
    struct conn *conns;
    int live;
};
typedef enum { KEEP, DROP, STOP } action;
typedef action (*visit)(struct conn *c, void *ctx);
static void conn_free(struct conn *c) {
    free(c->out);
    free(c);
}
static bool each(struct loop *lp, visit v, void *ctx) {
    struct conn **p = &lp->conns;
    while (*p) {
        struct conn *c = *p;
        switch (v(c, ctx)) {
        case KEEP: p = &c->next; break;
#ifdef BAD
        case DROP:
            conn_free(c);
            *p = c->next;  // @bad
            lp->live--;
            break;
#else
        case DROP:
            *p = c->next;
            conn_free(c);
            lp->live--;
            break;
#endif
        case STOP: return false;
        }
    }
    return true;
}
static action close_fd(struct conn *c, void *ctx) {
    return c->fd == *(int *)ctx ? DROP : KEEP;
}
static action count(struct conn *c, void *ctx) {
    (void)c;
    ++*(int *)ctx;
    return KEEP;
}
static action first_idle(struct conn *c, void *ctx) {
    if (!c->out) {
        *(struct conn **)ctx = c;
        return STOP;
    }
    return KEEP;
}
static action all(struct conn *c, void *ctx) {
    (void)c;
    (void)ctx;
    return DROP;
}
static void add(struct loop *lp, int fd) {
    struct conn *c = malloc(sizeof *c);
    c->fd = fd;
    c->out = __VERIFIER_nondet_int() ? malloc(16) : NULL;
    c->next = lp->conns;
    lp->conns = c;
    lp->live++;
}
int main(void) {
    struct loop lp = {0};
    while (__VERIFIER_nondet_int()) {
        int x = __VERIFIER_nondet_int();
        struct conn *idle = NULL;
        switch (x) {
        case 0: each(&lp, count, &x); break;
        case 1:
            each(&lp, first_idle, &idle);
            if (idle) idle->out = calloc(1, 16);
            break;
        case 2:
            x = __VERIFIER_nondet_int();
            each(&lp, close_fd, &x);
            break;
        default: add(&lp, x);
        }
    }
    each(&lp, all, NULL);
    return 0;
}
