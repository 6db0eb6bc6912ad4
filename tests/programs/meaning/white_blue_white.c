// expect: safe
// expect -DBAD_NEVER: unsafe null-dereference @until
// expect -DBAD_AGAIN: unsafe assertion-failure @rest
// A doubly linked list of white nodes with a blue one among them, which is found from the front; all behind it are white.
#include <assert.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
enum { WHITE = 'w', BLUE = 'b' };
struct bead {
    struct bead *next, *prev;
    char colour;
};
struct string {
    struct bead *first, *last;
};

static void append(struct string *s, char colour) {
    struct bead *b = malloc(sizeof *b);
    if (!b) exit(1);
    b->colour = colour;
    b->next = NULL;
    b->prev = s->last;
    if (s->last)
        s->last->next = b;
    else
        s->first = b;
    s->last = b;
}

int main(void) {
    struct string s = {NULL, NULL};
    while (__VERIFIER_nondet_int()) append(&s, WHITE);
#ifdef BAD_NEVER
    if (!s.first || __VERIFIER_nondet_int())
#endif
        append(&s, BLUE);
    while (__VERIFIER_nondet_int()) {
#ifdef BAD_AGAIN
        if (__VERIFIER_nondet_int() == 2)
            append(&s, BLUE);
        else
#endif
            append(&s, WHITE);
    }

    struct bead *blue = s.first;
    while (blue->colour != BLUE) blue = blue->next;  // @until
    for (struct bead *b = blue->next; b; b = b->next) assert(b->colour == WHITE);  // @rest
    for (struct bead *b = blue->prev; b; b = b->prev) assert(b->colour == WHITE);

    struct bead *b = s.last;
    while (b) {
        struct bead *prev = b->prev;
        free(b);
        b = prev;
    }
    return 0;
}
