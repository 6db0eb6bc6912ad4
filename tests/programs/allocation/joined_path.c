// expect: safe
// expect -DSHORT: unsafe out-of-bounds @copy
// expect -DOPEN: unsafe out-of-bounds @end
// A path that is put together from a folder and a name: room for both, a slash and the end, which comes along with the name.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static char *join(const char *folder, const char *name) {
    size_t n = strlen(folder), m = strlen(name);
#ifdef SHORT
    char *path = malloc(n + m + 1);
#else
    char *path = malloc(n + m + 2);
#endif
    if (!path) return NULL;
    memcpy(path, folder, n);
    path[n] = '/';
#ifdef OPEN
    memcpy(path + n + 1, name, m);
    path[n + m + 1] = '.';
    path[n + m + 2] = '\0'; // @end
#else
    memcpy(path + n + 1, name, m + 1); // @copy
#endif
    return path;
}

int main(int argc, char **argv) {
    for (int i = 2; i < argc; i++) {
        char *path = join(argv[1], argv[i]);
        if (!path) return 1;
        puts(path);
        printf("%zu\n", strlen(path));
        free(path);
    }
    return 0;
}
