// SPDX-License-Identifier: MIT
// Cleanups in a function with computed gotos, where clang marks no scope: they use variables of the blocks that control is leaving.
// run: inputs=0 -> ok
// run: inputs=1 -> ok
// run: inputs=5 -> ok
// also: -m32
#include <stdio.h>

int __VERIFIER_nondet_int(void);

static void show(const int *p) { printf("end of %d\n", *p); }

static int work(int n) {
    static void *const ways[] = {&&first, &&second};
    int total = 0;
    goto *ways[n & 1];
first:
    for (int i = 0; i < 3; i++) {
        int seen __attribute__((cleanup(show))) = i;
        while (1) {
            int inner __attribute__((cleanup(show))) = 10 * i;
            total += inner;
            if (i == n) return total;
            if (total > 5) break;
            total++;
        }
    }
    return -1;
second:
    total = ({
        int deep __attribute__((cleanup(show))) = n;
        if (n > 4) goto first;
        deep + 1;
    });
    return total;
}

int main(void) {
    int n = __VERIFIER_nondet_int();
    printf("%d\n", work(n));
    return 0;
}
