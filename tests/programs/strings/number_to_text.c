// expect: safe
// expect -DSIGN: unsafe out-of-bounds @sign
// expect -DZERO: unsafe assertion-failure @zero
// A number written backwards from the end of a buffer: no room for its sign, and nothing at all for 0.
#include <assert.h>
#include <string.h>
extern int __VERIFIER_nondet_int(void);
#ifdef SIGN
enum { ROOM = 11 };
#else
enum { ROOM = 12 };
#endif

int main(void) {
    char text[ROOM], *s = text + ROOM - 1;
    int n = __VERIFIER_nondet_int();
    unsigned rest = n < 0 ? -(unsigned)n : (unsigned)n;
    *s = 0;
#ifdef ZERO
    while (rest) {
        *--s = (char)('0' + rest % 10);
        rest /= 10;
    }
#else
    do *--s = (char)('0' + rest % 10);
    while (rest /= 10);
#endif
    if (n < 0) *--s = '-'; // @sign
    assert(*s); // @zero
    return strlen(s) > 8;
}
