// expect: safe
// expect -DBAD: not safe null-dereference @behind
// The same behind a block that may be too small, and behind bytes that may be too many.
#include <stdlib.h>
#include <string.h>

extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
    unsigned n = __VERIFIER_nondet_uint() % 100 + 1, m = __VERIFIER_nondet_uint() % 120;
    char *b = malloc(n), x = 1, *p = &x;
#ifndef BAD
    if (n <= 50 || m > n) {
        free(b);
        return 0;
    }
#endif
    b[50] = 1;
    if (n <= 50) return *(int *)0;  // no run comes here
    memset(b, 0, m);
    if (m > 100) return *(int *)0;  // nor here
    if (__VERIFIER_nondet_uint() * 2654435761u >> 4 == 123457u) p = NULL;
    free(b);
#ifndef BAD
    if (!p) return 0;
#endif
    return *p;  // @behind
}
