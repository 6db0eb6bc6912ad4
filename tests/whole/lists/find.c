// expect: safe
// expect -DRECURSIVE: safe
// expect -DBAD_FIND: unsafe null-dereference iterative.h@find
// expect -DRECURSIVE -DBAD_FIND: unsafe null-dereference recursive.h@find
// What is found has the key.
#include "functions.h"

int main(void) {
    struct node *x = some(NULL);
    int key = digit();
    const struct node *found = find(x, key);
    assert(!found || found->data == key);
    assert(reaches(x, found));
    drop(x, NULL);
    return 0;
}
