// expect: safe
// A pointer of which nothing is known and the same pointer again are equal.
extern void *__VERIFIER_nondet_pointer(void);
int main(void) {
    char *p = __VERIFIER_nondet_pointer(), *q = p;
    int *none = 0;
    if (p != q) *none = 1;
    return 0;
}
