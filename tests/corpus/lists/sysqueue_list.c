// SPDX-License-Identifier: MIT
// LIST and SLIST of <sys/queue.h>, one object in both.
// run: inputs=5 -> ok
// run: inputs=0 -> ok
// run: HALF inputs=3 -> use-after-free @half
// run: GONE inputs=3 -> memory-leak @gone
#include <stdio.h>
#include <stdlib.h>
#include <sys/queue.h>

int __VERIFIER_nondet_int(void);

struct entry {
    unsigned id;
    LIST_ENTRY(entry) all;
    SLIST_ENTRY(entry) odd;
};
LIST_HEAD(all_head, entry);
SLIST_HEAD(odd_head, entry);

static struct all_head all;
static struct odd_head odd;

int main(void) {
    LIST_INIT(&all);
    SLIST_INIT(&odd);
    unsigned n = (unsigned)__VERIFIER_nondet_int(), sum = 0;
    for (unsigned i = 0; i < n; i++) {
        struct entry *e = calloc(1, sizeof *e);
        e->id = i;
        LIST_INSERT_HEAD(&all, e, all);
        if (i & 1) SLIST_INSERT_HEAD(&odd, e, odd);
    }
    struct entry *e;
    LIST_FOREACH(e, &all, all) printf("%u ", e->id);
    printf("|");
    SLIST_FOREACH(e, &odd, odd) printf(" %u", e->id);
    printf("\n");
#ifdef HALF
    e = SLIST_FIRST(&odd);
    LIST_REMOVE(e, all);
    free(e);
#endif
    while ((e = SLIST_FIRST(&odd)) != NULL) {
        sum += e->id; // @half
        SLIST_REMOVE_HEAD(&odd, odd);
    }
#ifdef GONE
    LIST_INIT(&all); // @gone
#endif
    while (!LIST_EMPTY(&all)) {
        e = LIST_FIRST(&all);
        LIST_REMOVE(e, all);
        free(e);
    }
    return (int)sum;
}
