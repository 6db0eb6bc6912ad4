// expect: safe
// expect -DBAD_PARENT: unsafe use-after-free @leaf
// expect -DBAD_SIBLING: unsafe memory-leak @lost
// Nodes with any number of children: the first child, its next sibling, and the parent, as widgets and directories have them.
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct widget {
    struct widget *child, *sibling, *above;
    int shown;
};

static struct widget *make(struct widget *above) {
    struct widget *w = malloc(sizeof *w);
    if (!w) exit(1);
    w->child = NULL;
    w->above = above;
    w->shown = 1;
    w->sibling = NULL;
    if (above) {
        w->sibling = above->child;
        above->child = w;
    }
    return w;
}

static struct widget *pick(struct widget *w) {
    while (w->child && __VERIFIER_nondet_int()) {
        w = w->child;
        while (w->sibling && __VERIFIER_nondet_int()) w = w->sibling;
    }
    return w;
}

static int is_visible(const struct widget *w) {
    while (w && w->shown) w = w->above;  // @leaf
    return !w;
}

static void drop(struct widget *w) {
    while (w) {
        struct widget *next = w->sibling;
        drop(w->child);
        free(w);
        w = next;
#ifdef BAD_SIBLING
        break;
#endif
    }
}  // @lost

int main(void) {
    struct widget *screen = make(NULL);
    int seen = 0;
    while (__VERIFIER_nondet_int()) {
        struct widget *w = make(pick(screen));
#ifdef BAD_PARENT
        struct widget *old = w->above;
        if (old == screen && !w->sibling && __VERIFIER_nondet_int()) {
            free(old);
            screen = w;
        }
#endif
        if (__VERIFIER_nondet_int()) w->shown = 0;
        seen ^= is_visible(w);
    }
    drop(screen);
    return seen == 3;
}
