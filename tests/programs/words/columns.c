// expect: safe
// expect -DWIDE: unsafe out-of-bounds @end
// expect -DLINE: unsafe out-of-bounds @end
// Lines are cut to a width, whatever comes behind; which is counted, too, by a number that only counts.
#include <stdio.h>
enum { WIDTH = 8 };

static int read_line(char s[], int most) {
    int c, i, n = 0;
    for (i = 0; (c = getchar()) != EOF && c != '\n'; ++i)
#ifdef WIDE
        if (i < most)
#else
        if (i < most - 1)
#endif
            s[n++] = (char)c;
    if (c == '\n') {
#ifdef LINE
        s[n++] = (char)c;
#else
        if (n < most - 1) s[n++] = (char)c;
#endif
        ++i;
    }
    s[n] = '\0'; // @end
    return i;
}

int main(void) {
    char line[WIDTH];
    int length, longest = 0;
    while ((length = read_line(line, WIDTH)) > 0) {
        if (length > longest) longest = length;
        printf("%s", line);
    }
    printf("%d\n", longest);
    return 0;
}
