// expect: unsafe out-of-bounds 8
// The greatest number has no place.
extern int __VERIFIER_nondet_int(void);
static int seen[100];

static int down(int n) {
    if (n <= 0 || n > 100) return 0;
    seen[n] = 1;
    return down(n - 1);
}

int main(void) {
    return down(__VERIFIER_nondet_int());
}
