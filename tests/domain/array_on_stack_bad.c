// expect: unsafe out-of-bounds 14
// An array of variable length, filled by a function, and sorted.
extern int __VERIFIER_nondet_int(void);
static void fill(int *a, int n) {
    for (int i = 0; i < n; i++) a[i] = __VERIFIER_nondet_int();
}
int main(void) {
    int n = __VERIFIER_nondet_int();
    if (n < 1 || n > 10000) return 0;
    int a[n];
    fill(a, n);
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n - i; j++)
            if (a[j] > a[j + 1]) {
                int t = a[j];
                a[j] = a[j + 1];
                a[j + 1] = t;
            }
    return 0;
}
