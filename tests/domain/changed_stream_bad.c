// expect: not safe
#include <stdio.h>
extern void *__VERIFIER_nondet_pointer(void);
int main(void) {
    stdout = __VERIFIER_nondet_pointer();
    fputs("a", stdout);
    return 0;
}
