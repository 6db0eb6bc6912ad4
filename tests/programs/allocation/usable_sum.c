// expect: safe
// expect -DBAD_ONCE: unsafe assertion-failure @sum
// What a block can hold stays the same as long as it lives.
#include <assert.h>
#include <malloc.h>
#include <stdlib.h>

int main(void) {
    size_t used = 0;
    for (int i = 0; i < 3; i++) {
        char *p = malloc(10 + (size_t)i);
        used += malloc_usable_size(p);
#ifdef BAD_ONCE
        if (i)
#endif
            used -= malloc_usable_size(p);
        free(p);
    }
    assert(used == 0);  // @sum
    return 0;
}
