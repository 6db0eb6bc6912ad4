// expect: safe
// property: reachability
// As wrapped_offset_bad.c, but the size of an element is a power of two: every way back leads to the start of one.
extern unsigned long __VERIFIER_nondet_ulong(void);
extern void __VERIFIER_error(void);
struct pair { int a, b; };
int main(void) {
    struct pair t[4];
    for (int k = 0; k < 4; k++) t[k].a = 1, t[k].b = 2;
    unsigned long i = __VERIFIER_nondet_ulong();
    if (t[i].a == 2)
        __VERIFIER_error();
    return 0;
}
