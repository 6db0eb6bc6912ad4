// expect: unsafe out-of-bounds 8
// The sum of a small number and 1 is an int, and does not wrap around.
extern unsigned __VERIFIER_nondet_unsigned(void);

int main(void) {
    unsigned char small = (unsigned char)__VERIFIER_nondet_unsigned();
    int counts[256] = {0};
    counts[small + 1] = 1;
    return counts[255];
}
