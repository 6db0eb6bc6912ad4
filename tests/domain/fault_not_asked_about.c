// expect: safe
// property: reachability
// An access that may be out of bounds: the paths on which it is not go on.
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_error(void);
int main(void) {
    int a[40] = {0}, i = __VERIFIER_nondet_int(), before = 7;
    if (i < 0 || i > 50) return 0;
    a[i] = 1;
    if (before != 7) __VERIFIER_error();
    return 0;
}
