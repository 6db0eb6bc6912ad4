// expect: safe
// Numbers wrap around at the width of their type, not at that of an address.
extern unsigned __VERIFIER_nondet_unsigned(void);

int main(void) {
    unsigned char small = (unsigned char)__VERIFIER_nondet_unsigned();
    int counts[256] = {0};
    small += 200;
    counts[small] = 1;
    unsigned i = __VERIFIER_nondet_unsigned() | 0xfffffff0u;
    counts[i + 16 > 15 ? 0 : i + 16] = 2;
    return counts[255];
}
