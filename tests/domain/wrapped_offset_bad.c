// expect: not safe error-call 12
// property: reachability
// An index that is too large leads back into the array, though not to the start of an element: nobody asked about bounds.
extern unsigned long __VERIFIER_nondet_ulong(void);
extern void __VERIFIER_error(void);
struct triple { int a, b, c; };
int main(void) {
    struct triple t[4];
    for (int k = 0; k < 4; k++) t[k].a = 1, t[k].b = 2, t[k].c = 3;
    unsigned long i = __VERIFIER_nondet_ulong();
    if (t[i].a == 2)
        __VERIFIER_error();
    return 0;
}
