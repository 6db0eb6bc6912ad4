// expect: safe
// expect -DBAD: not safe null-dereference @behind
// The same behind a pointer that may lead into the middle of the block that is freed.
#include <stdlib.h>

extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
    int *block = malloc(40), x = 1, *p = &x;
    unsigned i = __VERIFIER_nondet_uint() % 8;
    int *at = block + i;
#ifndef BAD
    at = block;
#endif
    if (__VERIFIER_nondet_uint() * 2654435761u >> 4 == 123457u) p = NULL;
    free(at);
#ifndef BAD
    if (!p) return 0;
#endif
    return *p;  // @behind
}
