// expect: safe
// expect -DLAST: unsafe out-of-bounds @end
// expect -DOPEN: unsafe uninitialised-value @print
// Lines copied to an array as far as there is room, one after the other, so that its string ends at any place: one character too far, and no end.
#include <ctype.h>
#include <stdio.h>
#include <string.h>
enum { WIDTH = 32 };

static char *skip_spaces(char *s) {
    while (*s && isspace((unsigned char)*s)) s++;
    return s;
}

static void copy(char *to, const char *from, size_t size) {
    size_t i;
#ifdef LAST
    for (i = 0; i < size && from[i]; i++) to[i] = from[i];
#else
    for (i = 0; i < size - 1 && from[i]; i++) to[i] = from[i];
#endif
#ifndef OPEN
    to[i] = 0;  // @end
#endif
}

int main(void) {
#ifdef OPEN
    char line[100], name[WIDTH];
#else
    char line[100], name[WIDTH] = "";
#endif
    while (fgets(line, sizeof line, stdin)) {
        copy(name, skip_spaces(line), sizeof name);
        puts(name);  // @print
    }
    return 0;
}
