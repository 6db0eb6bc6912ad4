// expect: safe
// expect -DROOM: unsafe out-of-bounds @again
// expect -DLOST: unsafe memory-leak @leave
// expect -DTWICE: unsafe double-free @twice
// Text in blocks exactly as large as it is: by the library, and measured first; room without the end, a text that is lost, one freed twice.
#define _GNU_SOURCE
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static char *vformat(const char *format, va_list ap) {
    char *text;
    if (vasprintf(&text, format, ap) < 0) abort();
    return text;
}

__attribute__((format(printf, 1, 2))) static char *by_library(const char *format, ...) {
    va_list ap;
    va_start(ap, format);
    char *text = vformat(format, ap);
    va_end(ap);
    return text;
}

__attribute__((format(printf, 1, 2))) static char *by_measure(const char *format, ...) {
    va_list ap, again;
    va_start(ap, format);
    va_copy(again, ap);
    int n = vsnprintf(NULL, 0, format, ap);
    va_end(ap);
    if (n < 0) abort();
#ifdef ROOM
    char *text = malloc((size_t)n + !n);
#else
    char *text = malloc((size_t)n + 1);
#endif
    vsnprintf(text, (size_t)n + 1, format, again);  // @again
    va_end(again);
    return text;
}

int main(int argc, char **argv) {
    char *a = by_library("%s-%d", argv[0], argc), *b;
    printf("%s has %zu\n", a, strlen(a));
    if (asprintf(&b, "<%s>", a) < 0) return 1;
#ifdef LOST
    if (argc > 2) a = NULL;  // @leave
#endif
    free(a);
    puts(b);
    free(b);
    char *c = by_measure("%*d %s", 8, argc, argv[0]);
    puts(c);
    free(c);
#ifdef TWICE
    if (argc > 1) free(c);  // @twice
#endif
    return 0;
}
