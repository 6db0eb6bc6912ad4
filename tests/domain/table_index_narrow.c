// expect -DUCHAR: safe
// expect -DSCHAR: safe
// expect -DUSHORT: safe
// expect -DSSHORT: safe
// expect -DUINT: safe
// expect -DBAD -DUCHAR: not safe use-after-free @use; inputs 60
// expect -DBAD -DSCHAR: not safe use-after-free @use; inputs 60
// expect -DBAD -DUSHORT: not safe use-after-free @use; inputs 60
// expect -DBAD -DSSHORT: not safe use-after-free @use; inputs 60
// expect -DBAD -DUINT: not safe use-after-free @use; inputs 60
// An index of any width, added to where a part of the table begins, leads behind what a number of its width can be.
#include <stdlib.h>
extern unsigned __VERIFIER_nondet_uint(void);
#if defined UCHAR
typedef unsigned char number;
#elif defined SCHAR
typedef signed char number;
#elif defined USHORT
typedef unsigned short number;
#elif defined SSHORT
typedef short number;
#else
typedef unsigned number;
#endif
#ifdef BAD
#define LAST 100
#else
#define LAST 59
#endif
static int *table[400];
int main(void) {
    unsigned input = __VERIFIER_nondet_uint();
    if (input > LAST) return 0;
    number c = (number)input;
    table[260] = malloc(sizeof(int));
    free(table[260]);
    int **half = table + 200;
    if (half[c]) *half[c] = 1;  // @use
    return 0;
}
