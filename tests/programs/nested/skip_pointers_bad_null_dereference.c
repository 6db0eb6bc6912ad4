// expect: unsafe null-dereference 23
// Seeded: not every station has an express connection
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
    while (at && at->express->next) at = at->express;
    while (at) at = at->next;
    while (first) {
        at = first->next;
        free(first);
        first = at;
    }
    return 0;
}
