// expect: safe
// expect -DRECURSIVE: safe
// expect -DBAD: unsafe use-after-free @removed
// expect -DRECURSIVE -DBAD: unsafe use-after-free @removed
// The one node with the key is removed from between others that the caller knows.
#include "functions.h"

int main(void) {
    struct node *z = segment(NULL), *key = push(some(z), 10), *y = segment(key), *x = segment(y);
    x = remove_key(x, 10);
    assert(!find(x, 10));
    assert(reaches(x, y) && reaches(y, z) && reaches(z, NULL));
#ifdef BAD
    assert(key->data == 10);  // @removed
#endif
    drop(x, NULL);
    return 0;
}
