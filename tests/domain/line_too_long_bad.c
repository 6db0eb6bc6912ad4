// expect: not safe out-of-bounds 6
// The line may be longer than the buffer.
#include <stdio.h>
int main(void) {
    char line[8];
    if (!fgets(line, sizeof line + 1, stdin)) return 1;
    return 0;
}
