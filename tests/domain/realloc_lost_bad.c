// expect: not safe memory-leak 8
// What lay behind the new end is lost.
#include <stdlib.h>
int main(void) {
    char **cells = malloc(2 * sizeof *cells);
    cells[0] = NULL;
    cells[1] = malloc(1);
    cells = realloc(cells, sizeof *cells);
    free(cells);
    return 0;
}
