// expect: not safe out-of-bounds @small
// expect -DFRESH: unsafe memory-leak @fresh
// expect -DFAILED: not safe
// expect -DEDITED: unsafe out-of-bounds @edited
// expect -DBEHIND: unsafe out-of-bounds @behind
// expect -DTEMPLATE: unsafe out-of-bounds @template
// expect -DFREED: unsafe use-after-free @freed
// Names of files that do not fit, are not there, or must not be changed.
#include <libgen.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

int main(int argc, char **argv) {
    (void)argv;
#ifdef FRESH
    char *here = realpath(".", NULL);
    return here != NULL;
#elif defined FAILED
    char here[64];
    getcwd(here, sizeof here);
    return (int)strlen(here);
#elif defined EDITED
    const char *path = argc > 1 ? "usr/lib/" : "usr/lib";
    puts(dirname((char *)path));  // @edited
    return 0;
#elif defined BEHIND
    char path[8] = "usr/lib";
    char *last = basename(path);
    return last[8];  // @behind
#elif defined TEMPLATE
    return mkstemp("/tmp/heapXXXXXX");  // @template
#elif defined FREED
    char *path = strdup("usr/lib");
    if (!path) return 1;
    char *folder = dirname(path);
    free(path);
    return *folder;  // @freed
#else
    (void)argc;
    char here[64];
    return getcwd(here, 65) != NULL;  // @small
#endif
}  // @fresh
