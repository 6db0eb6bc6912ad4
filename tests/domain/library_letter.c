// expect: safe
// expect -DCLASS: safe
// expect -DCOUNTS: safe
// Characters that may be negative, as glibc takes them.
#include <ctype.h>
#include <stdio.h>

int main(void) {
    char text[100];
    if (!fgets(text, sizeof text, stdin)) return 0;
#ifdef CLASS
    int words = 0;
    for (char *s = text; *s;) {
        while (*s && isspace(*s)) s++;
        if (*s) words++;
        while (*s && !isspace(*s)) s++;
    }
    return words;
#elif defined COUNTS
    int counts[257] = {0};
    for (int i = 0; text[i]; i++) counts[tolower(text[i]) + 1]++;
    return counts['a' + 1];
#else
    for (int i = 0; text[i]; i++) text[i] = (char)toupper(text[i]);
    puts(text);
    return 0;
#endif
}
