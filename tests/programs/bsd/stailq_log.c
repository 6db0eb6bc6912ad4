// expect: safe
// STAILQ as a log: lines are appended, the oldest is dropped when there are too many.
#include <assert.h>
#include <stdlib.h>
#include <sys/queue.h>

extern int __VERIFIER_nondet_int(void);

enum { KEEP = 3 };

struct line {
    STAILQ_ENTRY(line) more;
    int number;
};

STAILQ_HEAD(log, line);

int main(void) {
    struct log log = STAILQ_HEAD_INITIALIZER(log);
    int count = 0;
    for (int number = 0; __VERIFIER_nondet_int(); number++) {
        struct line *l = malloc(sizeof *l);
        l->number = number;
        STAILQ_INSERT_TAIL(&log, l, more);
        if (++count > KEEP) {
            struct line *oldest = STAILQ_FIRST(&log);
            STAILQ_REMOVE_HEAD(&log, more);
            free(oldest);
            count--;
        }
    }
    assert(count <= KEEP);
    while (!STAILQ_EMPTY(&log)) {
        struct line *l = STAILQ_FIRST(&log);
        STAILQ_REMOVE_HEAD(&log, more);
        free(l);
    }
    return 0;
}
