// expect: not safe error-call 10
// An array that is filled element by element, too long to be followed.
#include <stdlib.h>
extern void __VERIFIER_error(void);
int main(void) {
    int *a = malloc(30000 * sizeof *a), i, sum = 0;
    *a++ = 7;
    for (i = 0; i < 29999; i++) a[i] = i;
    for (i = 0; i < 29999; i++) a[i] = 1;
    if (a[2] != 2) __VERIFIER_error();
    free(a - 1);
    return sum;
}
