// expect: not safe null-dereference 5
// A number printed as a string.
#include <stdio.h>
int main(void) {
    printf("%s\n", 5L);
    return 0;
}
