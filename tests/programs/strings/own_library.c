// expect: safe
// expect -DUNENDED: unsafe out-of-bounds @length
// expect -DLAST: unsafe out-of-bounds @cut
// The library's functions as people write them again: a copy that is cut off without a terminator, and one that puts it behind the last byte.
#include <stdlib.h>
extern unsigned __VERIFIER_nondet_uint(void);
extern char __VERIFIER_nondet_char(void);

static size_t length(const char *s) {
    const char *end = s;
    while (*end) end++; // @length
    return (size_t)(end - s);
}

static void copy(char *to, const char *from, size_t size) {
    size_t i = 0;
#ifdef UNENDED
    for (; i < size && from[i]; i++) to[i] = from[i];
    if (i < size) to[i] = 0;
#elif defined LAST
    for (; i < size && from[i]; i++) to[i] = from[i];
    to[i] = 0; // @cut
#else
    for (; i + 1 < size && from[i]; i++) to[i] = from[i];
    if (size) to[i] = 0;
#endif
}

static char *last(char *s, char c) {
    char *found = 0;
    for (; *s; s++)
        if (*s == c) found = s;
    return found;
}

int main(void) {
    char name[8];
    size_t n = __VERIFIER_nondet_uint();
    char *path = calloc(n + 1, 1);
    if (!path) return 1;
    for (size_t i = 0; i < n; i++) path[i] = __VERIFIER_nondet_char();
    path[n] = 0;
    char *slash = last(path, '/');
    copy(name, slash ? slash + 1 : path, sizeof name);
    free(path);
    return length(name) > 5;
}
