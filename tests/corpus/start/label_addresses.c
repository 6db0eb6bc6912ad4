// SPDX-License-Identifier: MIT
// Label differences and label tables in static storage.
// run: inputs=2 -> ok
// run: inputs=0 -> ok
// run: PAST inputs=1 -> out-of-bounds @past
#include <stdio.h>

int __VERIFIER_nondet_int(void);

static int walk(int start) {
    static void *const table[] = {&&zero, &&one, &&two};
    static int visits[3];
    void *const *at = table + start;
    int trace = 0;
#ifdef PAST
    at += 3;
    goto *at[0]; // @past
#endif
    goto **at;
zero:
    visits[0]++;
    return trace * 10 + visits[0];
one:
    visits[1]++;
    trace = trace * 10 + 1;
    goto *at[-1];
two:
    visits[2]++;
    trace = trace * 10 + 2;
    at--;
    goto **at;
}

int main(void) {
    int n = __VERIFIER_nondet_int();
    printf("%d\n", walk(n));
    printf("%d\n", walk(n));
    return 0;
}
