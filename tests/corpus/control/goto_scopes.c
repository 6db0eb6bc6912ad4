// SPDX-License-Identifier: MIT
// goto into and out of blocks, over declarations, backwards past a declaration.
// run: inputs=3 -> ok
// run: inputs=0 -> ok
// run: LEFT inputs=3 -> use-out-of-scope @left
// also: -m32
#include <stdio.h>

int __VERIFIER_nondet_int(void);

static int backwards(int n) {
    int total = 0;
again:;
    int fresh = n * 2;
    total += fresh;
    if (--n > 0) goto again;
    return total;
}

static int into(int n) {
    int sum = 0;
    if (n == 0) goto inside;
    while (n > 0) {
        int local;
        local = n;
        sum += local;
        n--;
        continue;
    inside:
        local = 7;
        sum += local * 100;
        n = -1;
    }
    return sum;
}

static int nested_breaks(int n) {
    int count = 0;
    for (int i = 0; i < 5; i++) {
        for (int j = 0; j < 5; j++) {
            int *p = &j;
            if (*p == 3) break;
            if (i * j == n) goto found;
            count++;
        }
    }
    return -count;
found:
    return count;
}

int main(void) {
    int n = __VERIFIER_nondet_int(), *kept = &n;
    printf("%d %d %d\n", backwards(n), into(n), nested_breaks(n));
    {
        int inner = n + 1;
        kept = &inner;
        printf("%d\n", *kept);
        if (n > 100) goto skip;
    }
#ifdef LEFT
    *kept = 4; // @left
#endif
skip:
    return 0;
}
