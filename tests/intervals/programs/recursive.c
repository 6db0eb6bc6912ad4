// expect: safe
// Ranges go into a recursive function and come back from it.
extern int __VERIFIER_nondet_int(void);
static int seen[101];

static int down(int n) {
    if (n <= 0) return 0;
    if (n > 100) return down(100);
    seen[n] = 1;
    int rest = down(n - 1);
    return rest >= 0 && rest < 50 ? rest + 1 : 50;
}

int main(void) {
    int depth = down(__VERIFIER_nondet_int());
    return depth >= 0 ? seen[depth > 100 ? 100 : depth] : 0;
}
