// expect: not safe
// The program stops at the division: that is not called safe.
int main(void) {
    int zero = 0;
    return 1 / zero;
}
