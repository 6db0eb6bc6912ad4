// expect: safe
// expect -DBAD: unsafe double-free 7
// A destructor runs after main and at a call of exit; it calls others.
#include <stdlib.h>
static int *kept;
static void forget(void) {
    free(kept);
#ifndef BAD
    kept = NULL;
#endif
}
__attribute__((destructor)) static void finish(void) { forget(); }
int main(int argc, char **argv) {
    (void)argv;
    kept = malloc(sizeof *kept);
    if (argc > 2) exit(3);
    if (argc > 1) {
        forget();
        exit(1);
    }
    return 2;
}
