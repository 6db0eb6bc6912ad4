// expect: safe
// expect -DBAD_BOUNDS: unsafe out-of-bounds @bounds
// expect -DBAD_LEAK: unsafe memory-leak @leak
// Shapes of different sizes behind one header; a tag says which one it is, and one of them owns a name.
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

enum kind { CIRCLE, LABEL };
struct shape {
    enum kind kind;
    struct shape *next;
};
struct circle {
    struct shape shape;
    long x, y, radius;
};
struct label {
    struct shape shape;
    char *text;
};

static struct shape *circle(struct shape *next) {
    struct circle *c = malloc(sizeof *c);
    c->shape.kind = CIRCLE;
    c->shape.next = next;
    c->x = c->y = 0;
    c->radius = 1;
    return &c->shape;
}

static struct shape *label(struct shape *next) {
    struct label *l = malloc(sizeof *l);
    l->shape.kind = LABEL;
    l->shape.next = next;
    l->text = malloc(8);
    l->text[0] = '\0';
    return &l->shape;
}

static void move(struct shape *s) {
    for (; s; s = s->next)
#ifdef BAD_BOUNDS
        ((struct circle *)s)->radius += 2;  // @bounds
#else
        if (s->kind == CIRCLE) ((struct circle *)s)->x += 2;
#endif
}

static void drop(struct shape *s) {
    while (s) {
        struct shape *next = s->next;
#ifndef BAD_LEAK
        if (s->kind == LABEL) free(((struct label *)s)->text);
#endif
        free(s);  // @leak
        s = next;
    }
}

int main(void) {
    struct shape *all = NULL;
    while (__VERIFIER_nondet_int()) all = __VERIFIER_nondet_int() ? circle(all) : label(all);
    move(all);
    drop(all);
    return 0;
}
