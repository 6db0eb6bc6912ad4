// expect: safe
// expect -DANY: unsafe broken-promise @default
// expect -DALONE: unsafe broken-promise @alone
// expect -DFALSE: unsafe broken-promise @false
extern int __VERIFIER_nondet_int(void);
static void step(void) {}
static int sign(int n) {
    switch (n) {
    case -1: return 0;
    case 0: return 1;
    case 1: return 2;
    default: __builtin_unreachable();  // @default
    }
}
int main(void) {
    int table[3] = {1, 2, 3}, n = __VERIFIER_nondet_int();
#ifdef ALONE
    if (n == 7) {
        step();
        __builtin_unreachable();  // @alone
    }
#endif
#ifdef FALSE
    if (n == 9) __builtin_assume(0);  // @false
#endif
#ifdef ANY
    return table[sign(n)];
#else
    step();
    return table[sign(n < 0 ? -1 : n > 0)];
#endif
}
