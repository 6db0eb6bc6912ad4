// SPDX-License-Identifier: MIT
// Structs passed in memory (byval) and returned through a hidden pointer (sret).
// run: inputs=2 -> ok
// run: inputs=9 -> ok
// run: RANGE inputs=2 -> out-of-bounds @range
// run: DANGLE inputs=2 -> use-out-of-scope @dangle
// also: -m32
#include <stdio.h>
#include <string.h>

int __VERIFIER_nondet_int(void);

struct record {
    char name[20];
    long values[6];
    double weight;
};

static struct record make(const char *name, long start) {
    struct record r;
    memset(&r, 0, sizeof r);
    strcpy(r.name, name);
    for (int i = 0; i < 6; i++) r.values[i] = start * i;
    r.weight = start / 4.0;
    return r;
}

static long sum(struct record r) {
    long s = 0;
#ifdef RANGE
    for (long *v = r.values; v < r.values + 40; v++) s += *v; // @range
#else
    for (int i = 0; i < 6; i++) s += r.values[i];
#endif
    r.values[0] = 1000; // the caller's copy stays
    return s;
}

static const char *name_of(struct record r) {
    const char *p = r.name;
    return p;
}

static struct record scale(struct record r, int by) {
    for (int i = 0; i < 6; i++) r.values[i] *= by;
    return r;
}

int main(void) {
    struct record r = make("first", __VERIFIER_nondet_int()), copy = r;
    printf("%s %ld %ld\n", r.name, sum(r), sum(scale(r, 3)));
    printf("%ld %d %.2f\n", r.values[0], memcmp(&copy, &r, sizeof r), scale(r, 2).weight);
#ifdef DANGLE
    const char *p = name_of(r);
    printf("%c\n", p[0]); // @dangle
#else
    (void)name_of;
#endif
    r = scale(scale(copy, 2), 2);
    printf("%ld\n", r.values[5]);
    return (int)make("x", 5).values[2];
}
