// expect: safe
// expect -DBAD_BOTH: unsafe null-dereference @text
// expect -DBAD_KEPT: unsafe memory-leak @number
// Cells hold a number or a text of their own, told apart by a tag; some are turned from one into the other while the sheet is walked.
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
extern char __VERIFIER_nondet_char(void);
enum tag { NUMBER = 'n', TEXT = 't' };
struct cell {
    char tag;
    union {
        long number;
        char *text;
    } as;
    struct cell *right;
};

static void set_text(struct cell *c, char first) {
    char *text = malloc(2);
    if (!text) exit(1);
    text[0] = first;
    text[1] = 0;
    c->tag = TEXT;
    c->as.text = text;
}

static void set_number(struct cell *c, long number) {
    c->tag = NUMBER;
    c->as.number = number;  // @number
}

static void evaluate(struct cell *row) {
    for (struct cell *c = row; c; c = c->right) {
        if (c->tag == NUMBER) {
            if (c->as.number == 0) set_text(c, '-');
        } else {
            char first = c->as.text[0];  // @text
            if (first != '=') continue;
#ifdef BAD_KEPT
            if (c->right)
#endif
                free(c->as.text);
            set_number(c, 1);
#ifdef BAD_BOTH
            if (!c->right) {
                set_number(c, 0);
                c->tag = TEXT;
            }
#endif
        }
    }
}

int main(void) {
    struct cell *row = NULL;
    while (__VERIFIER_nondet_int()) {
        struct cell *c = malloc(sizeof *c);
        if (!c) exit(1);
        if (__VERIFIER_nondet_int())
            set_text(c, __VERIFIER_nondet_int() ? '=' : 'a');
        else
            set_number(c, __VERIFIER_nondet_int());
        c->right = row;
        row = c;
    }
    evaluate(row);
    evaluate(row);
    while (row) {
        struct cell *c = row;
        row = c->right;
        if (c->tag == TEXT) free(c->as.text);
        free(c);
    }
    return 0;
}
