// expect: safe
// expect -DBAD_FIRST: unsafe out-of-bounds @behind
// expect -DBAD_PAST: not safe out-of-bounds @skip
// expect -DBAD_COPY: unsafe out-of-bounds @copy
// Strings gone through character by character, by pointers and by an index, up to where they end.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
static const char *skip(const char *s) {
#ifdef BAD_PAST
    while (*s != '!') s++;  // @skip
#else
    while (*s == ' ' || *s == '\t') s++;
#endif
    return s;
}
static void copy(char *to, const char *from) {
    while ((*to++ = *from++)) continue;  // @copy
}
static int words(const char *s) {
    int n = 0;
    for (int i = 0; s[i]; i++)
#ifdef BAD_FIRST
        if (s[i] != ' ' && s[i + 2] == ' ') n++;  // @behind
#else
        if (s[i] != ' ' && s[i + 1] == ' ') n++;
#endif
    return n;
}
int main(void) {
#ifdef BAD_FIRST
    char line[3];
#else
    char line[40];
#endif
#ifdef BAD_COPY
    char other[10];
#else
    char other[40];
#endif
    if (!fgets(line, sizeof line, stdin)) return 1;
    const char *s = skip(line);
    copy(other, s);
    return words(line) > 3;
}
