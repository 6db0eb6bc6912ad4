// expect: safe
// property: reachability
// An access that is surely out of bounds ends its path: that is among the assumptions.
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_error(void);
int main(void) {
    int a[4] = {0}, i = 4;
    if (__VERIFIER_nondet_int()) return a[i];
    if (a[3] != 0) __VERIFIER_error();
    return 0;
}
