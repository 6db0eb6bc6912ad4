// expect: not safe out-of-bounds 5
// %n writes, here to a literal.
#include <stdio.h>
int main(void) {
    printf("%n", "abc");
    return 0;
}
