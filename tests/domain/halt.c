// expect: safe
// property: memory-cleanup
#include <stdlib.h>
#include <unistd.h>
char *kept;
int main(void) {
    kept = malloc(4);
    free(kept);
    _exit(0);
}
