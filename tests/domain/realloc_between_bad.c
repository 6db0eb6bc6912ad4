// expect: unsafe memory-leak 11
// The new size is only known to lie in a range: what may be cut off is lost.
#include <stdlib.h>
unsigned __VERIFIER_nondet_uint(void);
int main(void) {
    unsigned n = __VERIFIER_nondet_uint();
    char **cells = malloc(2 * sizeof *cells);
    if (n < sizeof *cells || n > 2 * sizeof *cells) n = sizeof *cells;
    cells[0] = malloc(1);
    cells[1] = malloc(1);
    cells = realloc(cells, n);
    cells[0][0] = 1;
    exit(0);
}
