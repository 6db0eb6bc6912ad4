// expect: not safe memory-cleanup 6
// property: memory-cleanup
#include <stdlib.h>
int main(void) {
    int *p = malloc(sizeof *p);
    p = NULL;
    return p != NULL;
}
