// expect: not safe null-dereference 7
// A pointer of which nothing is known and the one after it differ.
extern void *__VERIFIER_nondet_pointer(void);
int main(void) {
    char *p = __VERIFIER_nondet_pointer(), *q = p + 1;
    int *none = 0;
    if (p != q) *none = 1;
    return 0;
}
