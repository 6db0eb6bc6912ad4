// SPDX-License-Identifier: MIT
// A stack of integers with a bound, evaluating reverse Polish notation.
// run: inputs=0 -> ok
// run: inputs=1 -> ok
// run: inputs=2 -> ok
// run: inputs=3 -> assertion-failure @deep
// run: NOCHECK inputs=3 -> out-of-bounds @nocheck
// also: -m32
#include <assert.h>
#include <ctype.h>
#include <stdio.h>

int __VERIFIER_nondet_int(void);

static int stack[4];
static int *top = stack;

static void push(int v) {
#ifndef NOCHECK
    assert(top < stack + 4); // @deep
#endif
    *top++ = v; // @nocheck
}

static int pop(void) { return *--top; }

static int eval(const char *s) {
    for (; *s; s++) {
        int a, b;
        if (isdigit((unsigned char)*s)) {
            push(*s - '0');
            continue;
        }
        b = pop();
        a = pop();
        switch (*s) {
        case '+': push(a + b); break;
        case '-': push(a - b); break;
        case '*': push(a * b); break;
        default: push(a / b);
        }
    }
    return pop();
}

int main(void) {
    static const char *const inputs[] = {"34+", "93/2-7*", "12+34+*", "12345++++"};
    printf("%d\n", eval(inputs[__VERIFIER_nondet_int()]));
    return top != stack;
}
