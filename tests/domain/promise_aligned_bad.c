// expect: not safe broken-promise @result
// expect -DHERE: not safe broken-promise @here
#include <stdlib.h>
static char block[64];
__attribute__((assume_aligned(8))) static char *at(int n) { return block + n; }
int main(void) {
    char *p = block;
#ifdef HERE
    p = __builtin_assume_aligned(block + 3, 4);  // @here
#else
    p = at(3);  // @result
#endif
    return *p;
}
