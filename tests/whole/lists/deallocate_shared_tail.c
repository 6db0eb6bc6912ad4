// expect: safe
// expect -DRECURSIVE: safe
// expect -DBAD: unsafe use-after-free @into
// expect -DRECURSIVE -DBAD: unsafe use-after-free @into
// Another list leads into the one that is freed; it is cut off later.
#include "functions.h"

int main(void) {
    struct node *y = segment(NULL), *x = segment(y), *last = push(y, digit()), *z = some(last);
    deallocate(x);
#ifndef BAD
    last->next = NULL;
#endif
    while (z) {
        struct node *next = z->next;  // @into
        free(z);
        z = next;
    }
    return 0;
}
