// expect: not safe double-free 9
// Constructors run before main, destructors after it.
#include <stdlib.h>
static int *cell;
__attribute__((constructor)) static void before(void) {
    cell = malloc(sizeof *cell);
}
__attribute__((destructor)) static void after(void) {
    free(cell);
    cell = NULL;
}
int main(void) {
    free(cell);
    return 0;
}
