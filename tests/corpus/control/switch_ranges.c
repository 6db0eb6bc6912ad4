// SPDX-License-Identifier: MIT
// Switch with ranges, fallthrough, negative and 64-bit cases, no default.
// run: inputs=0 -> ok
// run: inputs=57 -> ok
// run: inputs=-2147483648 -> ok
// run: inputs=200 -> ok
// run: DEFAULT inputs=200 -> uninitialised-pointer @default
// also: -m32
#include <stdio.h>

int __VERIFIER_nondet_int(void);

static const char *class_of(int c) {
    switch (c) {
    case '0' ... '9': return "digit";
    case 'a' ... 'f':
    case 'A' ... 'F': return "hex";
    case -2147483648 ... -1: return "negative";
    case 0: return "nul";
    }
    return "other";
}

static int fall(int n) {
    int r = 0;
    switch (n & 7) {
    case 0: r += 1;
    case 1: r += 10;
    case 2: r += 100; break;
    default: r = -1;
    case 5: r += 1000;
    }
    return r;
}

static int wide(long long v) {
    switch (v) {
    case -1: return 1;
    case 1LL << 40: return 2;
    case 0x7fffffffffffffff: return 3;
    default: return 4;
    }
}

int main(void) {
    int n = __VERIFIER_nondet_int();
    printf("%s %d\n", class_of(n), fall(n));
    printf("%d%d%d%d\n", wide(-1), wide(1LL << 40), wide(0x7fffffffffffffffLL), wide(n));
    const char *p;
    switch (n) {
    case 0 ... 100: p = "small"; break;
    case 101 ... 10000: 
#ifndef DEFAULT
        p = "large";
#endif
        break;
    default: p = "?";
    }
    printf("%c\n", p[0]); // @default
    return 0;
}
