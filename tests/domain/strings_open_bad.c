// expect: not safe out-of-bounds 8
// A copy without end.
#include <string.h>
#include <stdio.h>
int main(void) {
    char small[4];
    strncpy(small, "hello", sizeof small);
    return (int)strlen(small);
}
