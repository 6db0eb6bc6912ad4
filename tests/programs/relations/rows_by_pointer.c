// expect: safe
// expect -DROWS: unsafe out-of-bounds @cell
// expect -DCOLUMNS: unsafe out-of-bounds @cell
// expect -DSWAPPED: unsafe out-of-bounds @copy
// A picture whose rows are found by int and unsigned numbers: a pointer to the row, then columns behind it; and both in one address.
#include <stdlib.h>
extern unsigned __VERIFIER_nondet_uint(void);
extern int __VERIFIER_nondet_int(void);

static void draw(unsigned char *cells, int high, int wide) {
#ifdef ROWS
    for (int y = 0; y <= high; y++) {
#else
    for (int y = 0; y < high; y++) {
#endif
        unsigned char *row = cells + y * wide;
#ifdef COLUMNS
        for (int x = 0; x <= wide; x++)
#else
        for (int x = 0; x < wide; x++)
#endif
            row[x] = (unsigned char)(x ^ y); // @cell
    }
}

static unsigned sum(const unsigned char *cells, unsigned high, unsigned wide) {
    unsigned all = 0;
    for (unsigned y = 0; y < high; y++)
        for (unsigned x = 0; x < wide; x++)
#ifdef SWAPPED
            all += *(cells + x * wide + y); // @copy
#else
            all += *(cells + y * wide + x);
#endif
    return all;
}

int main(void) {
    int high = __VERIFIER_nondet_int(), wide = __VERIFIER_nondet_int();
    if (high < 1 || wide < 1 || high > 2000 || wide > 2000) return 1;
    unsigned char *cells = malloc(high * wide);
    if (!cells) return 1;
    draw(cells, high, wide);
    unsigned all = sum(cells, high, wide);
    free(cells);
    unsigned rows = __VERIFIER_nondet_uint(), columns = __VERIFIER_nondet_uint();
    if (rows == 0 || columns == 0 || rows > 500 || columns > 500) return 1;
    unsigned char *other = calloc(rows * columns, 1);
    if (!other) return 1;
    all += sum(other, rows, columns);
    free(other);
    return all & 1;
}
