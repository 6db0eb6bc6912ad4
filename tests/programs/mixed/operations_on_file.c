// expect: safe
// expect -DREOPENED: unsafe error-call @opened
// expect -DLEFT_OPEN: unsafe error-call @left
// property: error-call,memory-safety
// A log of what was done to a file, filled through a pointer to its last link: it is opened, written to, perhaps synchronised, closed, and so on.
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
extern void abort(void);
void reach_error(void) {}
enum what { OPEN, WRITE, CLOSE, SYNC };
struct operation {
    enum what what;
    struct operation *next;
};

static void append(struct operation ***end, enum what what) {
    struct operation *n = malloc(sizeof *n);
    if (!n) exit(1);
    n->what = what;
    n->next = NULL;
    **end = n;
    *end = &n->next;
}

int main(void) {
    struct operation *log = NULL, **end = &log;
    int open = 0;
    while (__VERIFIER_nondet_int()) {
        append(&end, OPEN);
        do {
            append(&end, WRITE);
        } while (__VERIFIER_nondet_int());
        if (__VERIFIER_nondet_int()) append(&end, SYNC);
#ifdef REOPENED
        if (__VERIFIER_nondet_int()) append(&end, OPEN);
#endif
#ifdef LEFT_OPEN
        if (__VERIFIER_nondet_int()) break;
#endif
        append(&end, CLOSE);
    }
    for (struct operation *p = log; p; p = p->next) {
        switch (p->what) {
        case OPEN:
            if (open) {
                reach_error();  // @opened
                abort();
            }
            open = 1;
            break;
        case CLOSE:
            if (!open) {
                reach_error();
                abort();
            }
            open = 0;
            break;
        default:
            if (!open) {
                reach_error();
                abort();
            }
        }
    }
    if (open) {
        reach_error();  // @left
        abort();
    }
    while (log) {
        struct operation *next = log->next;
        free(log);
        log = next;
    }
    return 0;
}
