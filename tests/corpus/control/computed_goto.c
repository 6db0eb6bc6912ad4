// SPDX-License-Identifier: MIT
// A small byte-code machine with threaded dispatch over label addresses.
// run: inputs=5 -> ok
// run: inputs=0 -> ok
// run: UNDERFLOW inputs=2 -> out-of-bounds @underflow
// also: -m32
#include <stdio.h>

int __VERIFIER_nondet_int(void);

enum { PUSH, ADD, MUL, DUP, DEC, JNZ, PRINT, HALT };

static int run(const signed char *code, int input) {
    static const void *const labels[] = {&&push, &&add, &&mul, &&dup, &&dec, &&jnz, &&print, &&halt};
    int stack[8], *sp = stack, steps = 0;
    const signed char *pc = code;
    *sp++ = input;
#define NEXT goto *labels[(steps++, *pc++)]
    NEXT;
push:
    *sp++ = *pc++;
    NEXT;
add:
    sp--;
    sp[-1] += sp[0]; // @underflow
    NEXT;
mul:
    sp--;
    sp[-1] *= sp[0];
    NEXT;
dup:
    *sp = sp[-1];
    sp++;
    NEXT;
dec:
    sp[-1]--;
    NEXT;
jnz:
    if (sp[-1]) pc += *pc;
    else pc++;
    NEXT;
print:
    printf("%d\n", *--sp);
    NEXT;
halt:
    return steps;
}

int main(void) {
    static const signed char square[] = {DUP, MUL, PUSH, 1, ADD, PRINT, HALT};
    static const signed char loop[] = {DUP, PRINT, DEC, JNZ, -4, HALT};
#ifdef UNDERFLOW
    static const signed char bad[] = {PRINT, ADD, HALT};
    run(bad, 1);
#endif
    int n = __VERIFIER_nondet_int();
    int steps = run(square, n);
    if (n > 0) steps += run(loop, n);
    return steps;
}
