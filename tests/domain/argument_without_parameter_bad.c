// expect: not safe memory-leak 7
// More arguments than parameters: nobody gets the block.
#include <stdlib.h>
static int f(void) { return 0; }
int main(void) {
    int (*g)(void *) = (int (*)(void *))f;
    return g(malloc(4));
}
