// expect: not safe
// Nothing was read: the buffer holds no string.
#include <stdio.h>
#include <string.h>
int main(void) {
    char line[8];
    fgets(line, sizeof line, stdin);
    return (int)strlen(line);
}
