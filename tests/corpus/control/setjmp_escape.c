// SPDX-License-Identifier: MIT
// A long jump out of nested calls: the interpreter does not model it and must say so.
// run: inputs=1 -> unknown
// run: inputs=0 -> unknown
#include <setjmp.h>
#include <stdio.h>

int __VERIFIER_nondet_int(void);

static jmp_buf escape;

static void deep(int n) {
    if (n > 2) longjmp(escape, n);
    deep(n + 1);
}

int main(void) {
    int code = setjmp(escape);
    if (code == 0) {
        if (__VERIFIER_nondet_int()) deep(0);
        puts("normal");
        return 0;
    }
    printf("escaped %d\n", code);
    return code;
}
