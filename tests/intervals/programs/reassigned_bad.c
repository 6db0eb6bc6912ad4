// expect: unsafe out-of-bounds 9
// What a condition said of a variable does not hold of its next value.
extern int __VERIFIER_nondet_int(void);

int main(void) {
    int cells[8] = {0}, i = __VERIFIER_nondet_int();
    int inside = i >= 0 && i < 8;
    i = i + 1;
    return inside ? cells[i] : 0;
}
