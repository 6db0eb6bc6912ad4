// expect: safe
// A division tells that the divisor is not zero.
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_error(void);
int main(void) {
    int n = __VERIFIER_nondet_int(), divisor = __VERIFIER_nondet_int();
    if (divisor < 0) return 0;
    int q = n / divisor;
    if (divisor == 0) __VERIFIER_error();
    return q > 2;
}
