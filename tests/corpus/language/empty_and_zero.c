// SPDX-License-Identifier: MIT
// Empty structs, zero-length and incomplete arrays, anonymous members, static flexible arrays.
// run: inputs=2 -> ok
// run: inputs=0 -> ok
// run: FLEX inputs=4 -> out-of-bounds @flex
// run: TENTATIVE inputs=2 -> out-of-bounds @tentative
// also: -m32
#include <stdio.h>
#include <stdlib.h>

int __VERIFIER_nondet_int(void);

struct empty {};
struct holder {
    int a;
    struct empty e;
    int b[0];
};
struct anonymous {
    union {
        struct { short lo, hi; };
        int whole;
    };
    struct { int x, y; } named;
};
static struct { int n; int at[]; } fixed = {3, {10, 20, 30}};

extern int later[];
int tentative[3];
int tentative[3];

static struct empty pass(struct empty e, int *count) {
    ++*count;
    return e;
}

int main(void) {
    int n = __VERIFIER_nondet_int(), count = 0;
    struct empty e = pass((struct empty){}, &count);
    e = pass(e, &count);
    struct holder *h = malloc(sizeof *h + 2 * sizeof(int));
    h->a = 1;
    h->b[1] = 5;
    struct anonymous a = {.lo = 1, .hi = 2, .named = {.y = 9}};
    printf("%zu %zu %d %d %x %d\n", sizeof e, sizeof *h, count, h->b[1], a.whole, a.named.y);
    printf("%d %d\n", fixed.at[n], later[1]); // @flex
    tentative[2] = 4;
#ifdef TENTATIVE
    printf("%d\n", tentative[n + 1]); // @tentative
#endif
    free(h);
    return fixed.n;
}

int later[] = {7, 8, 9};
