// expect: not safe null-dereference 5
#include <stdio.h>
int main(void) {
    FILE *out = 0;
    fputc('a', out);
    return 0;
}
