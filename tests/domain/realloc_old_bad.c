// expect: not safe use-after-free 8
// The block moves.
#include <stdlib.h>
int main(void) {
    int *p = malloc(sizeof *p), *q;
    *p = 1;
    q = realloc(p, 2 * sizeof *p);
    *p = 2;
    free(q);
    return 0;
}
