// expect: not safe error-call 14
// property: reachability
// An access that may be out of bounds ends only the paths on which it is, also if nobody asked about it.
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_error(void);
int main(void) {
    unsigned n = __VERIFIER_nondet_int();
    if (n > 40) return 0;
    int a[n + 1];
    int i = __VERIFIER_nondet_int();
    if (i < 0) return 0;
    a[i] = 1;
    if (n == 33 && i == 17)
        __VERIFIER_error();
    return 0;
}
