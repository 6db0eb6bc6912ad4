// expect: unsafe memory-leak @fault
// Lines of a file are kept in an array that grows by doubling, sorted, and told, but for the first.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LONGEST = 80, AT_FIRST = 4 };

static int by_text(const void *a, const void *b) {
    return strcmp(*(char *const *)a, *(char *const *)b);
}

int main(void) {
    char **lines = NULL, buffer[LONGEST];
    size_t n = 0, room = 0;
    while (fgets(buffer, sizeof buffer, stdin)) {
        if (n == room) {
            room = room ? 2 * room : AT_FIRST;
            char **more = realloc(lines, room * sizeof *more);
            if (!more) exit(EXIT_FAILURE);
            lines = more;
        }
        lines[n] = strdup(buffer);
        if (!lines[n]) exit(EXIT_FAILURE);
        n++;
    }
    if (n) qsort(lines, n, sizeof *lines, by_text);
    for (size_t i = 1; i < n; i++) {
        fputs(lines[i], stdout);
        free(lines[i]);
    }
    free(lines);  // @fault
    return 0;
}
