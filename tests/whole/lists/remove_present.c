// expect: safe
// expect -DRECURSIVE: safe
// expect -DBAD_REMOVE_PRESENT: unsafe use-after-free iterative.h@remove_present
// expect -DRECURSIVE -DBAD_REMOVE_PRESENT: unsafe use-after-free recursive.h@remove_present
// The one node with the key is removed.
#include "functions.h"

int main(void) {
    struct node *x = some(push(some(NULL), 10));
    x = remove_key(x, 10);
    assert(!find(x, 10));
    drop(x, NULL);
    return 0;
}
