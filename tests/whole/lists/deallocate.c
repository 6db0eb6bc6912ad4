// expect: safe
// expect -DRECURSIVE: safe
// expect -DBAD_DEALLOCATE: unsafe use-after-free iterative.h@deallocate
// expect -DRECURSIVE -DBAD_DEALLOCATE: unsafe use-after-free recursive.h@deallocate
// The whole list is freed.
#include "functions.h"

int main(void) {
    struct node *x = some(NULL);
    deallocate(x);
    return 0;
}
