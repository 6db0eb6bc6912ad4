// expect: safe
// expect -DBAD_PARTIAL: unsafe uninitialised-pointer @use
// expect -DBAD_IGNORED: unsafe memory-leak @next
// A parser returns what it made by a pointer, and by its status whether it made it; the caller relies on the status alone.
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
typedef enum { PARSED, END_OF_INPUT, MALFORMED } status;
struct expression {
    int operator, operand;
    struct expression *next;
};

static status parse(struct expression **made) {
    int c = __VERIFIER_nondet_int();
    if (c == 0) return END_OF_INPUT;
#ifdef BAD_PARTIAL
    if (c < -1) return MALFORMED;
    if (c < 0) return PARSED;
#else
    if (c < 0) return MALFORMED;
#endif
    struct expression *e = malloc(sizeof *e);
    if (!e) abort();
    e->operator= c & 3;
    e->operand = __VERIFIER_nondet_int();
    *made = e;
#ifdef BAD_IGNORED
    if (e->operand == 1) return MALFORMED;
#endif
    return PARSED;
}

int main(void) {
    struct expression *program = NULL;
    unsigned errors = 0;
    status s;
    do {
        struct expression *e;
        s = parse(&e);
        if (s == PARSED) {
            e->next = program;  // @use
            program = e;
        } else if (s == MALFORMED) {
            errors++;
        }
    } while (s != END_OF_INPUT);  // @next
    while (program) {
        struct expression *e = program;
        program = e->next;
        free(e);
    }
    return errors > 3;
}
