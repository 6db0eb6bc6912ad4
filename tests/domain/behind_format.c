// expect: safe
// expect -DBAD: not safe null-dereference @behind
// The same behind a call of the library whose output may not fit.
#include <stdio.h>
#include <stdlib.h>

extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
    char text[80];
    int x = 1, *p = &x;
#ifdef BAD
    char *to = text + 70;
#else
    char *to = text;
#endif
    sprintf(to, "%u.%u", __VERIFIER_nondet_uint() % 10, __VERIFIER_nondet_uint() % 10);
    if (__VERIFIER_nondet_uint() * 2654435761u >> 4 == 123457u) p = NULL;
#ifndef BAD
    if (!p) return 0;
#endif
    return *p + text[0];  // @behind
}
