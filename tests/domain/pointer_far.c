// expect: safe
// expect -DBAD: not safe
// expect -DBAD_BELOW: not safe
// Offsets that do not fit 32 bits are not the small ones that are left of them there.
#include <stdlib.h>
static char large[5000000000];
int main(void) {
    char *p = malloc(4), *q = p;
    if (!p) return 0;
#ifdef BAD
    q = q + 2000000000;
    q = q + 2000000000;
    q = q + 294967296;
#else
    q = q + 1;
    q = q + 2;
#endif
    *q = 1;
#ifdef BAD_BELOW
    q = large;
    q[-1] = 1;
#endif
    free(p);
    return 0;
}
