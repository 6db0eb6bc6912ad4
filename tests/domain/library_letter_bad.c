// expect: unsafe out-of-bounds @counts
// expect -DEND: unsafe out-of-bounds @end
// expect -DTABLE: not safe
// What a class or a case is of, and what it gives, are other numbers than the program thinks.
#include <ctype.h>
#include <stdio.h>
#include <string.h>

int main(void) {
#ifdef TABLE
    int c;
    return scanf("%d", &c) == 1 && isalpha(c);
#elif defined END
    char text[8] = "";
    if (!fgets(text, sizeof text, stdin)) return 0;
    char *s = text;
    while (!isspace(*s) || strlen(text) == 5) s++;  // @end
    return (int)(s - text);
#else
    char text[100];
    int counts[128] = {0};
    if (!fgets(text, sizeof text, stdin)) return 0;
    for (int i = 0; text[i]; i++) counts[tolower(text[i])]++;  // @counts
    return counts['a'];
#endif
}
