// expect: not safe null-dereference 7
// Whether the product of an address with itself overflows does.
#include <stdlib.h>
int main(void) {
    unsigned long a = (unsigned long)malloc(4), product;
    int *none = 0;
    if (__builtin_mul_overflow(a, a, &product)) *none = 1;
    free((void *)a);
    return 0;
}
