// expect: safe
// expect -DBAD: unsafe use-after-free @use; inputs 10,110
// Two tables, two moved bases, and indices of different widths that may be the same place.
#include <stdlib.h>
extern unsigned char __VERIFIER_nondet_uchar(void);
static int *first[500], *second[500];
int main(void) {
    unsigned char i = __VERIFIER_nondet_uchar();
    unsigned short k = __VERIFIER_nondet_uchar();
    if (i > 99 || k > 199) return 0;
    int **from = first + 300, **other = first + 200;
    from[i] = malloc(sizeof(int));
    second[i] = NULL;
    free(from[i]);
#ifndef BAD
    from[i] = NULL;
#endif
    if (other[k]) *other[k] = 1;  // @use
    if (second[k]) *second[k] = 1;
    return 0;
}
