// expect: not safe use-out-of-scope 6
// The variable of main is gone when the destructor runs.
#include <stddef.h>
static int *kept;
__attribute__((destructor)) static void after(void) {
    if (kept) *kept = 2;
}
int main(void) {
    int local = 1;
    kept = &local;
    return 0;
}
