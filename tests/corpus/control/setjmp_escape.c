// SPDX-License-Identifier: MIT
// A long jump out of nested calls.
// run: inputs=1 -> ok
// run: inputs=0 -> ok
// also: -m32
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
