// SPDX-License-Identifier: MIT
// Nodes that match are unlinked while the list is walked.
// run: inputs=6,2 -> ok
// run: inputs=6,3 -> ok
// run: inputs=1,1 -> ok
// run: FORGET inputs=6,2 -> memory-leak @forget
// run: STALE inputs=6,2 -> use-after-free @stale
// run: ENDLESS inputs=5,2 -> null-dereference @null
// also: -m32
#include <stdio.h>
#include <stdlib.h>

int __VERIFIER_nondet_int(void);

typedef struct item item;
struct item {
    item *next;
    long number;
};

static int remove_multiples(item **where, long of) {
    int removed = 0;
#ifdef ENDLESS
    for (; (*where)->number >= 0;) { // @null
#else
    while (*where) {
#endif
        item *it = *where;
        if (it->number % of == 0) {
            removed++;
#ifdef STALE
            free(it);
            *where = it->next; // @stale
#elif defined FORGET
            *where = it->next; // @dropped
            it = NULL;         // @forget
#else
            *where = it->next;
            free(it);
#endif
        } else {
            where = &it->next;
        }
    }
    return removed;
}

int main(void) {
    item *first = 0, **last = &first;
    int n = __VERIFIER_nondet_int(), of = __VERIFIER_nondet_int();
    for (int i = 1; i <= n; i++) {
        *last = calloc(1, sizeof(item));
        (*last)->number = i;
        last = &(*last)->next;
    }
    int removed = remove_multiples(&first, of);
    printf("removed %d, left", removed);
    while (first) {
        item *next = first->next;
        printf(" %ld", first->number);
        free(first);
        first = next;
    }
    printf("\n");
    return removed;
}
