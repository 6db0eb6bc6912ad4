// SPDX-License-Identifier: MIT
// An interpreter whose operations are labels: computed gotos out of blocks with variables of their own.
// run: inputs=20 -> ok
// run: KEPT inputs=5 -> ok
// also: -m32
#include <stdio.h>

int __VERIFIER_nondet_int(void);

static int run(const int *code) {
    static void *const operations[] = {&&push, &&add, &&show, &&again, &&halt};
    int stack[8], *top = stack, *kept = stack, rounds = 0;
    const int *start = code;
    goto *operations[*code++];
push: {
    int value = *code++;
    kept = &value;
    *top++ = *kept;
#ifndef KEPT
    kept = stack;
#endif
    goto *operations[*code++];
}
add: {
    struct { int left, right; } pair = {top[-2], top[-1]};
    int *sum = (int[]){pair.left + pair.right};
    top -= 2;
    *top++ = *sum;
    goto *operations[*code++];
}
show:
    printf("%d %d\n", top[-1], *kept);
    goto *operations[*code++];
again:
    top = stack;
    code = rounds++ ? code : start;
    goto *operations[*code++];
halt:
    return rounds;
}

int main(void) {
    int n = __VERIFIER_nondet_int();
    const int code[] = {0, n, 0, 22, 1, 2, 3, 4};
    return run(code);
}
