// SPDX-License-Identifier: MIT
// Variables declared in the body of a switch before its first case, as generated parsers have them: every case may use them.
// run: inputs=0,1,2,3,4 -> ok
// run: inputs=3,2,1,0,0 -> ok
// run: FORGOTTEN inputs=0,1,5,0,0 -> uninitialised-pointer @forgotten
#include <stdio.h>

int __VERIFIER_nondet_int(void);

union value {
    int number;
    const char *text;
};

static void set(union value *v, int number) { v->number = number; }

static int reduce(int rule, union value *stack) {
    switch (rule) {
        union value result;
        int shift;
    case 0: {
        set(&result, 5);
        shift = 2;
        *stack = result;
        return shift;
    }
    case 1: {
        result.text = "one";
        *stack = result;
        break;
    }
    case 2: shift = 1;  // fall through
    case 3:
        if (rule == 3) shift = 4;
        set(&result, shift);
        *stack = result;
        break;
#ifdef FORGOTTEN
    case 5: return result.text[0];  // @forgotten
#endif
    default: stack->number = -1;
    }
    return rule;
}

int main(void) {
    union value top = {0};
    for (int i = 0; i < 5; i++) {
        int rule = __VERIFIER_nondet_int(), n = reduce(rule, &top);
        if (rule == 1)
            printf("%d %s\n", n, top.text);
        else
            printf("%d %d\n", n, top.number);
    }
    return 0;
}
