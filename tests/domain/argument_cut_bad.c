// expect: unsafe memory-leak 5
// A pointer is handed to a parameter that is too narrow for it.
#include <stdlib.h>

static void take(short number) { (void)number; }
int main(void) {
    ((void (*)(void *))take)(malloc(1));
    exit(0);
}
