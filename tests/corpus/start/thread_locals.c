// SPDX-License-Identifier: MIT
// Thread-local variables with initialisers, and a pointer to one.
// run: inputs=3 -> ok
// run: NOTHEAP inputs=3 -> invalid-free @notheap
// run: FIRST inputs=1 -> null-dereference @first
#include <stdio.h>
#include <stdlib.h>

int __VERIFIER_nondet_int(void);

static __thread int depth = 2;
static _Thread_local int slots[4] = {1, 2, 3, 4};
static __thread int *current;
_Thread_local long zeroed[3];

static int enter(int i) {
    depth++;
    current = &slots[i];
    return *current;
}

int main(void) {
    int n = __VERIFIER_nondet_int();
#ifdef FIRST
    *current = 1; // @first
#endif
    printf("%d", enter(n));
    *current += 10;
    zeroed[1] = depth;
    printf(" %d %d %ld %ld\n", slots[3], depth, zeroed[0], zeroed[1]);
#ifdef NOTHEAP
    free(current); // @notheap
#endif
    return 0;
}
