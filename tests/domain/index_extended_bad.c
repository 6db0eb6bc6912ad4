// expect: not safe error-call 9
// That a number is not 256 does not mean that the byte it was made from is not 0.
extern unsigned char __VERIFIER_nondet_uchar(void);
extern void __VERIFIER_error(void);
int main(void) {
    unsigned char c = __VERIFIER_nondet_uchar();
    int wide = c;
    if (wide == 256) return 0;
    if (c == 0) __VERIFIER_error();
    return 0;
}
