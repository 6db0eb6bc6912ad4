// expect: safe
// The distance of two addresses in a block does not depend on where it lies.
#include <stdlib.h>
int main(void) {
    char *p = malloc(4), *q = p + 3;
    int *none = 0;
    if (q - p != 3) *none = 1;
    if (q < p) *none = 1;
    free(p);
    return 0;
}
