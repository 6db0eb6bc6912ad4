// expect: not safe
// A conversion without argument.
#include <stdio.h>
int main(void) {
    printf("%d %s\n", 1);
    return 0;
}
