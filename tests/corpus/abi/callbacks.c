// SPDX-License-Identifier: MIT
// A table of function pointers, callbacks with a context, functions returning functions.
// run: inputs=0,9 -> ok
// run: inputs=2,-4 -> ok
// run: HOLE inputs=3,1 -> null-dereference @hole
// run: CONTEXT inputs=1,5 -> use-out-of-scope @context
// also: -m32
#include <stdio.h>

int __VERIFIER_nondet_int(void);

typedef int (*op)(int, void *);

struct counter {
    int calls;
    int limit;
};

static int square(int x, void *context) {
    ((struct counter *)context)->calls++; // @context
    return x * x;
}
static int negate(int x, void *context) {
    ((struct counter *)context)->calls++;
    return -x;
}
static int same(int x, void *context) {
    (void)context;
    return x;
}

static const struct { const char *name; op call; } table[] = {{"square", square}, {"negate", negate}, {"same", same}, {"hole", NULL}};

static op pick(int i) { return table[i].call; }
static int (*composed(int i))(int, void *) { return i & 1 ? pick(i - 1) : pick(i + 1); }

static int apply(op f, int x, void *context) { return f(x, context); }

static struct counter *context_of(int limit) {
    struct counter local = {0, limit}, *p = &local;
    return p;
}

int main(void) {
    int which = __VERIFIER_nondet_int(), x = __VERIFIER_nondet_int();
    struct counter c = {0, 10}, *p = &c;
#ifdef CONTEXT
    p = context_of(10);
    which = 0;
#else
    (void)context_of;
#endif
#ifdef HOLE
    printf("%s\n", table[which].name);
    if (pick(which) == NULL) return *(volatile int *)pick(which); // @hole
#endif
    int r = apply(pick(which), x, p);
    if (which < 2) r += apply(composed(which), r, p);
    printf("%s(%d) = %d after %d\n", table[which].name, x, r, p->calls);
    return pick(0) == square && pick(0) != negate ? 0 : 1;
}
