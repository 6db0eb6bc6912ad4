// expect: safe
// expect -DRECURSIVE: safe
// expect -DBAD_REMOVE_ABSENT: unsafe null-dereference iterative.h@remove_absent
// expect -DRECURSIVE -DBAD_REMOVE_ABSENT: unsafe null-dereference recursive.h@remove_absent
// Nothing is removed: no node has the key.
#include "functions.h"

int main(void) {
    struct node *x = some(NULL), *head = remove_key(x, 10);
    assert(head == x && reaches(x, NULL));
    drop(x, NULL);
    return 0;
}
