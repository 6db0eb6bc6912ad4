// expect: safe
// expect -DMEET: unsafe out-of-bounds @high
// expect -DEMPTY: unsafe out-of-bounds @pop
// Two stacks in one array that grow towards each other: no test whether they meet, and one that is popped though it is empty.
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);

int main(void) {
    int n = __VERIFIER_nondet_int(), low = 0, high = n, op;
    if (n < 0 || n > 1 << 20) return 1;
    int *a = malloc(n * sizeof *a);
    if (!a) return 1;
    while ((op = __VERIFIER_nondet_int())) {
#ifdef MEET
        if (op == 1) a[--high] = op; // @high
#else
        if (op == 1 && low < high) a[--high] = op;
#endif
        if (op == 2 && low < high) a[low++] = op;
        if (op == 3 && high < n) a[high++] = 0;
#ifdef EMPTY
        if (op == 4) a[--low] = 0; // @pop
#else
        if (op == 4 && low > 0) a[--low] = 0;
#endif
    }
    free(a);
    return 0;
}
