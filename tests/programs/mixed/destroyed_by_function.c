// expect: safe
// expect -DBAD_OTHER: unsafe invalid-free @other
// expect -DBAD_AFTER: unsafe use-after-free @after
// Each node has the function that destroys it; links lie at different places of the nodes.
#include <stddef.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct hook {
    struct hook *next;
    void (*destroy)(struct hook *);
};
struct named {
    char *name;
    struct hook hook;
};
struct plain {
    struct hook hook;
    int numbers[6];
};

#define CONTAINER(pointer, type, member) ((type *)((char *)(pointer) - offsetof(type, member)))

static void destroy_named(struct hook *h) {
    struct named *n = CONTAINER(h, struct named, hook);
    free(n->name);
    free(n);
}

static void destroy_plain(struct hook *h) {
    free(CONTAINER(h, struct plain, hook));  // @other
}

static struct hook *hooks;

static void add(struct hook *h, void (*destroy)(struct hook *)) {
    h->destroy = destroy;
    h->next = hooks;
    hooks = h;
}

static void add_named(void) {
    struct named *n = malloc(sizeof *n);
    n->name = malloc(3);
#ifdef BAD_OTHER
    add(&n->hook, destroy_plain);
#else
    add(&n->hook, destroy_named);
#endif
}

static void add_plain(void) {
    struct plain *p = malloc(sizeof *p);
    p->numbers[5] = 1;
    add(&p->hook, destroy_plain);
}

int main(void) {
    while (__VERIFIER_nondet_int()) {
        if (__VERIFIER_nondet_int()) add_named();
        else add_plain();
    }
    while (hooks) {
        struct hook *h = hooks;
#ifdef BAD_AFTER
        h->destroy(h);
        hooks = h->next;  // @after
#else
        hooks = h->next;
        h->destroy(h);
#endif
    }
    return 0;
}
