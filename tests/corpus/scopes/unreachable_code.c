// SPDX-License-Identifier: MIT
// Variables of code that nothing reaches, beside a switch: clang gives them a place and says nothing of them.
// run: inputs=1 -> ok
// run: inputs=2 -> ok
// run: inputs=9 -> ok
// also: -m32
#include <stdio.h>

int __VERIFIER_nondet_int(void);

static void fill(int *p) { *p = 7; }

static int chosen(int n) {
    int total = 0;
    for (int i = 0; i < 3; i++) {
        switch (n + i) {
        case 1: total += 1; break;
        case 2 ... 4: total += 10;
        default: total += 100;
        }
        if (sizeof(int) == 4) continue;
        int never[2];
        fill(never);
        total += never[0];
    }
    return total;
}

int main(void) {
    int n = __VERIFIER_nondet_int();
    printf("%d\n", chosen(n));
    return 0;
}
