// expect: safe
// expect -DPUT: safe
// expect -DARGUMENT: safe
// The environment is read, and strings that last are put into it.
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

int main(int argc, char **argv) {
#ifdef PUT
    (void)argc;
    (void)argv;
    if (putenv("TZ=UTC") != 0) return 1;
    char *zone = getenv("TZ");
    return zone ? puts(zone) : 0;
#elif defined ARGUMENT
    int i = 1;
    while (i < argc && strchr(argv[i], '=')) {
        if (putenv(argv[i]) != 0) perror(argv[i]);
        i++;
    }
    char *path = getenv("PATH");
    return i < argc && path ? printf("%s %s\n", argv[i], path) : 0;
#else
    (void)argc;
    (void)argv;
    char *first = environ[0];
    return first ? puts(first) : 0;
#endif
}
