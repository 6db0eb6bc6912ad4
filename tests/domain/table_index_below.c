// expect: safe
// expect -DBAD: unsafe null-dereference @use; inputs 3
// A signed index leads back from the middle of the table, which is a member behind others, on the heap.
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct box {
    int n;
    int *slots[300];
};
int main(void) {
    int input = __VERIFIER_nondet_int(), x = 0;
    if (input < 0 || input > 90) return 0;
    struct box *b = malloc(sizeof *b);
    for (int i = 0; i < 300; i++) b->slots[i] = &x;
#ifdef BAD
    b->slots[147] = NULL;
#else
    b->slots[151] = NULL;
#endif
    signed char back = (signed char)-input;
    int **middle = b->slots + 150;
    *middle[back] = 1;  // @use
    free(b);
    return 0;
}
