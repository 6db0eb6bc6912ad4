// SPDX-License-Identifier: MIT
// Enumerations with explicit values, booleans from everything, character arithmetic.
// run: inputs=2 -> ok
// run: inputs=-5 -> ok
// run: NAMES inputs=3 -> out-of-bounds @names
// also: -m32
#include <stdbool.h>
#include <stdio.h>

int __VERIFIER_nondet_int(void);

enum level { LOW = -5, MIDDLE, HIGH = 2, TOP = HIGH * 50 };
enum { RED, GREEN, BLUE, N_COLOURS };
static const char *const names[N_COLOURS] = {[GREEN] = "green", [RED] = "red", [BLUE] = "blue"};

static const char *level_name(enum level l) {
    switch (l) {
    case LOW: return "low";
    case MIDDLE: return "middle";
    case HIGH: return "high";
    case TOP: return "top";
    }
    return "none";
}

int main(void) {
    int n = __VERIFIER_nondet_int();
    enum level l = (enum level)n;
    bool a = n, b = !n, c = n & 256, d = 0.5, e = &n;
    printf("%s %d %d\n", level_name(l), MIDDLE, TOP);
    printf("%d%d%d%d%d %zu\n", a, b, c, d, e, sizeof a);
    a++;
    b |= c;
    printf("%d %d %d\n", a, b, a + a);
#ifdef NAMES
    puts(names[n]); // @names
#endif
    puts(names[(unsigned)n % N_COLOURS]);
    char ch = 'z';
    ch += 10;
    unsigned char uch = 250;
    uch += 10;
    printf("%d %d %d\n", ch, uch, '\377');
    return a ? l < 0 : 9;
}
