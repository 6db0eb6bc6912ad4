// expect: safe
// expect -DRECURSIVE: safe
// expect -DBAD_CREATE: unsafe uninitialised-pointer list.h@link
// expect -DRECURSIVE -DBAD_CREATE: unsafe memory-leak recursive.h@create
// A list of any length.
#include "functions.h"

int main(void) {
    struct node *x = create();
    assert(reaches(x, NULL));
    drop(x, NULL);
    return 0;
}
