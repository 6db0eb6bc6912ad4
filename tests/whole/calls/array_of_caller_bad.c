// expect: unsafe out-of-bounds 7
// The callee fills an array of the caller, and more.
#include "node.h"

static void fill(int *a, int n) {
    if (n < 0) return;
    a[n] = n;
    fill(a, n - 1);
}

int main(void) {
    int a[5];
    fill(a, 5);
    return a[0];
}
