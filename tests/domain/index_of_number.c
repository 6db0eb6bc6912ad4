// expect: safe
// Numbers in an array whose index is in a range; what was learnt of the index is known of the variable it was made from.
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_error(void);
int main(void) {
    int small[8] = {1, 2, 3, 4, 5, 6, 7, 8};
    int *cell[2] = {NULL, malloc(sizeof(int))};
    int i = __VERIFIER_nondet_int(), k = __VERIFIER_nondet_int();
    if (i < 0 || i > 7 || k < -1 || k > 0) return free(cell[1]), 0;
    if (small[i] < 1 || small[i] > 8) __VERIFIER_error();
    small[7 - i] = 20;
    if (small[i] < 1 || small[i] > 20) __VERIFIER_error();
    if (cell[k + 1]) {
        if (k != 0) __VERIFIER_error();
        *cell[k + 1] = 2;
    }
    free(cell[1]);
    return 0;
}
