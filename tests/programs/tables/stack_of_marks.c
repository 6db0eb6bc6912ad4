// expect: safe
// expect -DUNDER: unsafe out-of-bounds @top
// expect -DUNSET: unsafe uninitialised-value @use
// A stack of structures: what was popped is not looked at, and nothing is popped from an empty one.
extern int __VERIFIER_nondet_int(void);

struct mark {
    int line, column;
};

int main(void) {
    struct mark stack[64];
    int depth = 0, sum = 0;
    while (__VERIFIER_nondet_int()) {
        if (__VERIFIER_nondet_int()) {
            if (depth == 64) return 1;
            stack[depth].line = sum;
#ifndef UNSET
            stack[depth].column = 0;
#endif
            depth++;
        } else {
#ifndef UNDER
            if (depth == 0) continue;
#endif
            depth--;
            sum += stack[depth].line; // @top
            if (stack[depth].column > 3) return 2; // @use
        }
    }
    return 0;
}
