// expect: safe
// expect -DWORDS: unsafe out-of-bounds @word
// expect -DBEYOND: unsafe uninitialised-value @next
// A line is split into words in place: one word too many, and on beyond the end of the last one.
#include <stdio.h>
#include <string.h>
enum { MOST = 4 };

static int split(char *s, char **words) {
    int n = 0;
    for (;;) {
        while (*s == ' ' || *s == '\n') s++; // @next
        if (!*s) return n;
#ifdef WORDS
        if (n > MOST) return n;
#else
        if (n == MOST) return n;
#endif
        words[n++] = s; // @word
        while (*s && *s != ' ' && *s != '\n') s++;
#ifdef BEYOND
        *s++ = 0;
#else
        if (*s) *s++ = 0;
#endif
    }
}

int main(void) {
    char line[16], *words[MOST];
    size_t longest = 0;
    if (!fgets(line, sizeof line, stdin)) return 1;
    int n = split(line, words);
    for (int i = 0; i < n; i++)
        if (strlen(words[i]) > longest) longest = strlen(words[i]);
    return longest > 3;
}
