// expect: safe
// expect -DNOT_TESTED: unsafe broken-promise @promise
// What is assumed holds on every way that leads there.
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
    int *p = __VERIFIER_nondet_int() ? malloc(sizeof *p) : NULL;
#ifndef NOT_TESTED
    if (!p) return 0;
#endif
    __builtin_assume(p != NULL);  // @promise
    *p = 1;
    free(p);
    return 0;
}
