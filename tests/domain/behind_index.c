// expect: safe
// expect -DBAD: not safe null-dereference @behind
// Behind an index that may be out of bounds the analysis goes on with those that are not: what is wrong there is found, too.
#include <stdlib.h>

extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
    int a[10] = {0}, x = 1, *p = &x;
    unsigned i = __VERIFIER_nondet_uint();
#ifndef BAD
    if (i >= 10) return 0;
#endif
    a[i] = 1;
    if (i > 9) return *(int *)0;  // no run comes here
    if (__VERIFIER_nondet_uint() * 2654435761u >> 4 == 123457u) p = NULL;
#ifndef BAD
    if (!p) return 0;
#endif
    return *p;  // @behind
}
