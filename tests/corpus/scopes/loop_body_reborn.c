// SPDX-License-Identifier: MIT
// A loop-body variable is a new one each time round; its old value must be set again.
// run: inputs=4 -> ok
// run: inputs=0 -> ok
// run: PERSIST inputs=3 -> uninitialised-pointer @persist
// also: -m32
#include <stdio.h>
#include <stdlib.h>

int __VERIFIER_nondet_int(void);

struct cell {
    int v;
    struct cell *next;
};

int main(void) {
    int n = __VERIFIER_nondet_int(), sum = 0;
    for (int i = 0; i < n; i++) {
        struct cell here;
#ifdef PERSIST
        if (i == 0) here.next = &here; // only the first one
#else
        here.next = &here;
#endif
        here.v = i;
        sum += here.next->v; // @persist
    }
    int i = 0;
    do {
        int squares[4];
        squares[i & 3] = i * i;
        sum += squares[i & 3];
    } while (++i < n);
    printf("%d\n", sum);
    return 0;
}
