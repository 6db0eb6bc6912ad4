// expect: safe
// expect -DSOMETIMES: safe
// expect -DBAD_ORDER: unsafe use-after-free @order
// expect -DBAD_REST: unsafe memory-leak @rest
// Again and again, the items of a list get a part, in front of those that they have.
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct part {
    struct part *next;
};

struct item {
    struct item *next;
    struct part *parts;
};

static struct part *add(struct part *rest) {
    struct part *p = malloc(sizeof *p);
    p->next = rest;
    return p;
}

static void free_parts(struct item *i) {
#ifdef BAD_REST
    if (i->parts && i->parts->next) {
        struct part *p = i->parts;
        i->parts = NULL;  // the others are forgotten
        free(p);          // @rest
    }
#endif
    while (i->parts) {
        struct part *p = i->parts;
#ifdef BAD_ORDER
        free(p);
        i->parts = p->next;  // @order
#else
        i->parts = p->next;
        free(p);
#endif
    }
}

int main(void) {
    struct item *list = NULL;
    while (__VERIFIER_nondet_int()) {
        struct item *i = malloc(sizeof *i);
        i->parts = NULL;
        i->next = list;
        list = i;
    }
    while (__VERIFIER_nondet_int())
        for (struct item *i = list; i; i = i->next)
#ifdef SOMETIMES
            if (__VERIFIER_nondet_int())
#endif
                i->parts = add(i->parts);
    while (list) {
        struct item *i = list;
        list = i->next;
        free_parts(i);
        free(i);
    }
    return 0;
}
