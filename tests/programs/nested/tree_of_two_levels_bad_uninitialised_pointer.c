// expect: unsafe uninitialised-pointer 24
// Seeded: a section does not begin without notes
// A table of contents: chapters own sections, sections own notes.
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct note {
    struct note *next;
};

struct section {
    struct note *notes;
    struct section *next;
};

struct chapter {
    struct section *sections;
    struct chapter *next;
};

static void free_notes(struct note *n) {
    while (n) {
        struct note *next = n->next;
        free(n);
        n = next;
    }
}

static void free_sections(struct section *s) {
    while (s) {
        struct section *next = s->next;
        free_notes(s->notes);
        free(s);
        s = next;
    }
}

int main(void) {
    struct chapter *book = NULL;
    while (__VERIFIER_nondet_int()) {
        struct chapter *c = calloc(1, sizeof *c);
        c->next = book;
        book = c;
        while (__VERIFIER_nondet_int()) {
            struct section *s = malloc(sizeof *s);
            s->next = c->sections;
            c->sections = s;
            while (__VERIFIER_nondet_int()) {
                struct note *n = malloc(sizeof *n);
                n->next = s->notes;
                s->notes = n;
            }
        }
    }
    while (book) {
        struct chapter *c = book;
        book = c->next;
        free_sections(c->sections);
        free(c);
    }
    return 0;
}
