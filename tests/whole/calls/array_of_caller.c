// expect: safe
// The callee fills an array of the caller.
#include "node.h"

static void fill(int *a, int n) {
    if (n < 0) return;
    a[n] = n;
    fill(a, n - 1);
}

int main(void) {
    int a[5];
    fill(a, 4);
    return a[0];
}
