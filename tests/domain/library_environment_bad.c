// expect: unsafe null-dereference @first
// expect -DBEYOND: unsafe out-of-bounds @beyond
// expect -DGONE: unsafe use-after-free @gone
// expect -DLOCAL: not safe
// expect -DCHANGED: not safe
// expect -DMOVED: not safe
// expect -DREPLACED: not safe
// What is read of the environment is not there, or was put there and does not last.
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#ifdef LOCAL
static void put(int number) {
    char text[16];
    sprintf(text, "A=%d", number);
    putenv(text);
}
#endif

int main(int argc, char **argv) {
    (void)argc;
    (void)argv;
#ifdef BEYOND
    return environ[0] == NULL && environ[1];  // @beyond
#elif defined GONE
    char *text = strdup("A=1");
    if (!text) return 1;
    putenv(text);
    free(text);
    char *value = getenv("A");
    return value ? *value : 0;  // @gone
#elif defined LOCAL
    put(argc);
    char *value = getenv("A");
    return value ? *value : 0;
#elif defined CHANGED
    static char text[] = "A=1";
    putenv(text);
    char *value = getenv("A");
    memset(text + 2, 'x', sizeof text - 2);
    return value ? (int)strlen(value) : 0;
#elif defined REPLACED
    char **own = calloc(2, sizeof *own);
    own[0] = "A=1";
    environ = own;
    free(own);
    return getenv("C") != NULL;
#elif defined MOVED
    char **old = environ;
    setenv("A", "1", 1);
    return old[0] && environ[0] && strcmp(old[0], environ[0]) != 0 ? puts(old[0]) : 0;
#else
    return strlen(environ[0]) > 0;  // @first
#endif
}
