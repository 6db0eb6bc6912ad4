// expect: safe
// What stands behind the number in an argument, or in a line, is looked at where strtol stopped: not behind the end of the string.
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>

static long number(const char *s) {
    char *end;
    errno = 0;
    long n = strtol(s, &end, 0);
    if (end == s || *end != '\0' || errno) return -1;
    return n;
}

int main(int argc, char **argv) {
    char line[100], *rest;
    long sum = 0;
    for (int i = 1; i < argc; i++) sum += number(argv[i]) > 0;
    if (!fgets(line, sizeof line, stdin)) return 1;
    double x = strtod(line, &rest);
    while (*rest == ' ') rest++;
    return x > 0 && *rest == '\n' ? (int)sum : 2;
}
