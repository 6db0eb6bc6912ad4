// expect: not safe memory-cleanup 8
// property: memory-cleanup
#include <stdlib.h>
#include <unistd.h>
char *kept;
int main(void) {
    kept = malloc(4);
    _exit(0);
}
