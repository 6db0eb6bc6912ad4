// SPDX-License-Identifier: MIT
// Inline functions, x-macros, variadic macros, stringizing, nested calls.
// run: inputs=1 -> ok
// run: inputs=2 -> ok
// run: CLAMP inputs=7 -> out-of-bounds @clamp
// also: -m32
#include <stdio.h>
#include <string.h>

int __VERIFIER_nondet_int(void);

#define COLOURS(X) X(RED, 0xff0000) X(GREEN, 0x00ff00) X(BLUE, 0x0000ff)
enum colour {
#define X(name, value) name,
    COLOURS(X)
#undef X
    N_COLOURS
};
static const struct { const char *name; unsigned value; } colours[] = {
#define X(name, value) {#name, value},
    COLOURS(X)
#undef X
};

#define LOG(format, ...) printf("%s: " format "\n", __func__, ##__VA_ARGS__)
#define CAT(a, b) a##b
#define ARRAY_SIZE(a) (sizeof(a) / sizeof((a)[0]))

static inline int clamp(int v, int lo, int hi) { return v < lo ? lo : v > hi ? hi : v; }
extern inline __attribute__((always_inline)) int twice(int v) { return 2 * v; }

int main(void) {
    int CAT(val, ue) = __VERIFIER_nondet_int();
    LOG("value %d", value);
    LOG("no arguments");
#ifdef CLAMP
    const char *name = colours[clamp(value, 0, 3)].name; // @clamp
#else
    const char *name = colours[clamp(value, 0, N_COLOURS - 1)].name;
#endif
    LOG("%s of %zu, %06x", name, ARRAY_SIZE(colours), colours[BLUE].value);
    return twice(clamp(value, -5, 5)) + (int)strlen(name);
}
