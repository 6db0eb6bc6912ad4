// expect: not safe uninitialised-pointer 8
// An alignment that is no power of two: nothing is stored.
#include <stdlib.h>
int main(void) {
    void *p;
    int status = posix_memalign(&p, 24, 8);
    if (status == 0) return 0;
    *(char *)p = 1;
    return 0;
}
