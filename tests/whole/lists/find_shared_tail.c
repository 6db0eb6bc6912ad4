// expect: safe
// expect -DRECURSIVE: safe
// expect -DBAD: unsafe assertion-failure @other
// expect -DRECURSIVE -DBAD: unsafe assertion-failure @other
// The key of the first common node is found there or before.
#include "functions.h"

int main(void) {
    struct node *y = segment(NULL), *x = segment(y), *z = segment(y);
    const struct node *found = find(x, y->data);
    assert(found && reaches(found, y));
    assert(reaches(x, y) && reaches(z, y) && reaches(y, NULL));
#ifdef BAD
    assert(found == y);  // @other: another node may have the same key
#endif
    drop(x, y);
    drop(z, y);
    drop(y, NULL);
    return 0;
}
