// expect: safe
// expect -DBAD_BOTTOM: unsafe null-dereference @after
// expect -DBAD_RED_ON_RED: unsafe error-call @two
// Every red node is followed by a black one, so the walk looks behind a red one without asking whether anything is there.
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
enum colour { BLACK, RED };
struct node {
    struct node *next;
    enum colour colour;
};

static struct node *put(struct node *below, enum colour colour) {
    struct node *n = malloc(sizeof *n);
    if (!n) exit(1);
    n->colour = colour;
    n->next = below;
    return n;
}

static struct node *build(void) {
#ifdef BAD_BOTTOM
    struct node *top = put(NULL, __VERIFIER_nondet_int() ? RED : BLACK);
#else
    struct node *top = put(NULL, BLACK);
#endif
    while (__VERIFIER_nondet_int()) {
#ifdef BAD_RED_ON_RED
        if (__VERIFIER_nondet_int())
#else
        if (top->colour == BLACK && __VERIFIER_nondet_int())
#endif
            top = put(top, RED);
        else
            top = put(top, BLACK);
    }
    return top;
}

int main(void) {
    struct node *top = build();
    for (struct node *p = top; p; p = p->next) {
        if (p->colour != RED) continue;
        enum colour behind = p->next->colour;  // @after
        if (behind != BLACK) reach_error();  // @two
    }
    while (top) {
        struct node *next = top->next;
        free(top);
        top = next;
    }
    return 0;
}
