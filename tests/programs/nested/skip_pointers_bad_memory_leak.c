// expect: unsafe memory-leak 27
// Seeded: only the express stations are freed
// A list with a second level: express links jump over the nodes between two stations.
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct station {
    struct station *next;
    struct station *express;
};

int main(void) {
    struct station *first = NULL, *last_express = NULL;
    while (__VERIFIER_nondet_int()) {
        struct station *s = malloc(sizeof *s);
        s->next = first;
        s->express = last_express;
        if (__VERIFIER_nondet_int()) last_express = s;
        first = s;
    }
    struct station *at = first;
    while (at && at->express) at = at->express;
    while (at) at = at->next;
    while (first) {
        at = first->express;
        free(first);
        first = at;
    }
    return 0;
}
