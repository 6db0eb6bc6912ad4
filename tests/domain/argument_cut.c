// expect: safe
// A pointer is handed to a parameter that is too narrow for it, but kept elsewhere, too.
#include <stdlib.h>
static void *kept;
static void take(short number) { (void)number; }
int main(void) {
    kept = malloc(1);
    ((void (*)(void *))take)(kept);
    exit(0);
}
