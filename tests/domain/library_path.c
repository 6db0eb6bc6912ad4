// expect: safe
// expect -DFRESH: safe
// expect -DPARTS: safe
// expect -DLITERAL: safe
// expect -DTEMPLATE: safe
// expect -DFOLDER: safe
// Names of files that the system gives, takes apart and completes.
#include <libgen.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

int main(int argc, char **argv) {
#ifdef FRESH
    char *here = getcwd(NULL, 0), *there = realpath(argc > 1 ? argv[1] : ".", NULL);
    if (here && there) printf("%s %zu\n", here, strlen(there));
    free(here);
    free(there);
    return 0;
#elif defined PARTS
    for (int i = 1; i < argc; i++) {
        char *copy = strdup(argv[i]);
        if (!copy) return 1;
        char *folder = dirname(copy);
        printf("%s %zu\n", folder, strlen(copy));
        free(copy);
    }
    return argc > 1 && puts(basename(argv[1])) == EOF;
#elif defined LITERAL
    char name[16] = "usr/lib";
    puts(dirname(name));
    puts(basename(NULL));
    return (int)strlen(name);
#elif defined TEMPLATE
    char name[] = "/tmp/heapXXXXXX";
    int fd = mkstemp(name);
    if (fd == -1) {
        perror(name);
        return 1;
    }
    FILE *f = fdopen(fd, "w+");
    if (f) fclose(f);
    return unlink(name) + (int)strlen(name);
#elif defined FOLDER
    char *name = strdup("/tmp/heapXXXXXX");
    if (!name) return 1;
    char *made = mkdtemp(name);
    if (made) puts(made);
    free(name);
    return 0;
#else
    char here[PATH_MAX], there[PATH_MAX];
    if (!getcwd(here, sizeof here)) return 1;
    if (!realpath(argc > 1 ? argv[1] : here, there)) return 1;
    return (int)strlen(here) + puts(there);
#endif
}
