// expect: not safe use-after-free 29
// Strings of which only the end is known.
#include <ctype.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
int main(int argc, char **argv) {
    char line[80], word[20];
    int n = 3;
    if (argc > 1) n = atoi(argv[1]);
    if (argc == 3 && strcmp(argv[2], "-v") == 0) puts(argv[2]);
    const char *home = getenv("HOME");
    if (home && strlen(home) > 3) printf("%s\n", home);
    char *copy = strdup(argv[0]);
    if (strchr(copy, '/')) n++;
    free(copy);
    while (fgets(line, sizeof line, stdin)) {
        char *end;
        long x = strtol(line, &end, 10);
        if (errno) n = (int)x;
        line[strcspn(line, "\n")] = 0;
        n += (int)strlen(line) + isdigit((unsigned char)line[0]);
    }
    if (scanf("%d %19s", &n, word) == 2) printf("%d\n", n);
    FILE *f = fopen("x", "r");
    if (f) {
        fputs("text", f);
        fclose(f), fputs("more", f);
    }
    return n;
}
