// SPDX-License-Identifier: MIT
// Duff's device: a switch that jumps into a loop.
// run: inputs=0 -> ok
// run: inputs=1 -> ok
// run: inputs=13 -> ok
// run: inputs=16 -> ok
// run: OVER inputs=17 -> out-of-bounds @over
// also: -m32
#include <stdio.h>
#include <string.h>

int __VERIFIER_nondet_int(void);

static void copy(char *to, const char *from, int count) {
    if (count <= 0) return;
    int n = (count + 3) / 4;
    switch (count % 4) {
    case 0: do { *to++ = *from++;
    case 3: *to++ = *from++;
    case 2: *to++ = *from++;
    case 1: *to++ = *from++; // @over
            } while (--n > 0);
    }
}

int main(void) {
    char to[16];
    memset(to, '.', sizeof to);
    int n = __VERIFIER_nondet_int();
    char from[32] = "abcdefghijklmnopqrstuvwxyz";
    copy(to, from, n);
    printf("%.16s\n", to);
    return n;
}
