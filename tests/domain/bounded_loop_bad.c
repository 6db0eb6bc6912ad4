// expect: not safe out-of-bounds 8
// A counter is bounded by a number that is bounded by a constant; after the loop it is the constant it was compared with.
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_error(void);
int main(void) {
    int a[10], n = __VERIFIER_nondet_int(), sum = 0, i, k;
    if (n > 11) n = 11;
    for (i = 0; i < n; i++) a[i] = 0;
    for (i = 0; i < 10; i++) a[i] = i;
    for (i = 0; i < n; i++) sum += a[i];
    for (i = 9; i >= 0; i--) a[i]++;
    for (k = 0; k < 10000; k++) sum++;
    if (k != 10000) __VERIFIER_error();
    return sum;
}
