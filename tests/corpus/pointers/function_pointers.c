// SPDX-License-Identifier: MIT
// Calls through null, uninitialised, freed and dangling function pointers.
// run: inputs=0 -> ok
// run: inputs=1 -> null-dereference @null
// run: inputs=2 -> use-after-free @freed
// run: UNSET inputs=3 by=memcheck -> uninitialised-pointer @unset
// also: -m32
#include <stdio.h>
#include <stdlib.h>

int __VERIFIER_nondet_int(void);

typedef int (*fn)(int);
struct ops {
    fn first, second;
};

static int one(int x) { return x + 1; }
static int two(int x) { return x * 2; }

int main(void) {
    int which = __VERIFIER_nondet_int(), r = 0;
    struct ops *ops = malloc(sizeof *ops);
    fn none = NULL, chosen;
    ops->first = one;
    if (which == 0) chosen = two;
#ifdef UNSET
    r += chosen(3); // @unset
#endif
    ops->second = which == 0 ? chosen : none;
    if (which == 1) r += ops->second(5); // @null
    struct ops copy = *ops;
    free(ops);
    if (which == 2) r += ops->first(1); // @freed
    r += copy.first(10) + (*copy.second)(20) + (****copy.first)(30);
    printf("%d %d\n", r, copy.first == one);
    return 0;
}
