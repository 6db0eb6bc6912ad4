// expect: safe
// expect -DRECURSIVE: safe
// expect -DBAD_REVERSE8: unsafe memory-leak iterative.h@reverse8
// expect -DRECURSIVE -DBAD_REVERSE8: unsafe memory-leak recursive.h@reverse8
// Reversed eight times, the list is as it was.
#include "functions.h"

int main(void) {
    struct node *x = some(NULL), *r = reverse8(x);
    assert(r == x && reaches(x, NULL));
    drop(r, NULL);
    return 0;
}
