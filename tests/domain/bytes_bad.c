// expect: not safe out-of-bounds 14
// Copies and fills: bytes are remembered, pointers go with the copy.
#include <stdlib.h>
#include <string.h>
extern void __VERIFIER_error(void);
struct pair {
    int *p, n;
};
int main(void) {
    unsigned char a[16], b[16];
    struct pair x = {malloc(sizeof(int)), 3}, y[2];
    memset(a, 0xab, sizeof a);
    if (a[7] != 0xab || *(unsigned *)(a + 4) != 0xababababu) __VERIFIER_error();
    memcpy(b, a, 17);
    if (b[7] != 0xab || memcmp(a, b, 8) != 0) __VERIFIER_error();
    b[3] = 0xac;
    if (memcmp(a, b, 8) >= 0) __VERIFIER_error();
    memmove(b + 2, b, 8);
    if (b[5] != 0xac) __VERIFIER_error();
    memcpy(y, &x, sizeof x);
    memmove(y + 1, y, sizeof *y);
    *y[1].p = 2;
    free(y[1].p);
    return 0;
}
