// expect: safe
// What is promised of addresses follows from what their objects are aligned to.
#include <stdlib.h>
static char block[64] __attribute__((aligned(32)));
__attribute__((assume_aligned(16))) static void *get(size_t n) { return malloc(n); }
int main(void) {
    int cell = 3, *at = __builtin_assume_aligned(&cell, 4);
    char *p = get(20), *q = __builtin_assume_aligned(block + 32, 32), *r = __builtin_assume_aligned(block + 4, 16, 4);
    *at = 1;
    p[3] = *q = *r;
    free(p);
    return 0;
}
