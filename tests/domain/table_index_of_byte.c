// expect: safe
// expect -DBAD: unsafe error-call @reached; inputs 60
// expect -DBAD -DMASK: unsafe error-call @reached; inputs 60
// property: error-call
// The index is told from one that is a number of another width.
extern void reach_error(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
static int *table[400], x;
int main(void) {
    unsigned char c = __VERIFIER_nondet_uchar();
#ifdef MASK
    c &= 127;
#else
    if (c > 100) return 0;
#endif
    table[260] = &x;
#ifdef BAD
    if ((table + 200)[c]) reach_error();  // @reached
#else
    if ((table + 140)[c]) reach_error();
#endif
    return 0;
}
