// expect: safe
// More arguments than parameters: what the caller still knows is not lost.
#include <stdlib.h>
static int f(void) { return 0; }
int main(void) {
    int (*g)(void *) = (int (*)(void *))f;
    char *p = malloc(4);
    int r = g(p);
    free(p);
    return r;
}
