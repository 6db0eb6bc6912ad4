// expect: safe
// expect -DCOLUMN: unsafe out-of-bounds @cell
// expect -DROW: unsafe out-of-bounds @cell
// expect -DWRAPS: unsafe out-of-bounds @cell by size-overflow
// Rows of one length in one block.
#include <stdint.h>
#include <stdlib.h>
extern unsigned short __VERIFIER_nondet_ushort(void);

#ifdef WRAPS
typedef uint16_t area;
#else
typedef size_t area;
#endif

int main(void) {
    size_t rows = __VERIFIER_nondet_ushort(), columns = __VERIFIER_nondet_ushort();
    area all = (area)(rows * columns);
    char *cells = malloc(all);
    if (!cells) return 1;
#ifdef ROW
    for (size_t y = 0; y <= rows; y++)
#else
    for (size_t y = 0; y < rows; y++)
#endif
#ifdef COLUMN
        for (size_t x = 1; x <= columns; x++)
#else
        for (size_t x = 0; x < columns; x++)
#endif
            cells[y * columns + x] = 0; // @cell
    free(cells);
    return 0;
}
