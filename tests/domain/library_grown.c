// expect: safe
// expect -DTEXT: safe
// What grows by doubling is larger than all memory only where a good part of all memory is taken already; the present has a year; nothing was read from a
// stream that was just opened, so its end was not met.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#ifdef TEXT
int main(void) {
    char *text = NULL;
    size_t length = 0, room = 0;
    int c;
    while ((c = getchar()) != EOF) {
        if (length + 1 >= room) text = realloc(text, room = room ? room * 2 : 16);
        text[length++] = (char)c;
        text[length] = 0;
    }
    if (text) puts(text);
    free(text);
    return 0;
}
#else
int main(void) {
    time_t now = time(NULL);
    char **lines = NULL, line[64];
    size_t n = 0, room = 0;
    int last;
    while (fgets(line, sizeof line, stdin)) {
        if (n == room) lines = realloc(lines, (room = room ? room * 2 : 16) * sizeof *lines);
        lines[n++] = strdup(line);
    }
    for (size_t i = 0; i < n; i++) {
        fputs(lines[i], stdout);
        free(lines[i]);
    }
    free(lines);
    printf("%d\n", localtime(&now)->tm_year);
    FILE *f = fopen("x", "r");
    if (!f) return 1;
    while (!feof(f)) last = fgetc(f);
    fclose(f);
    printf("%d\n", last);
    return 0;
}
#endif
