// expect: safe
// expect -DNARROW: unsafe out-of-bounds @print
// expect -DFREED: unsafe use-after-free @print
// expect -DLOST: unsafe memory-leak @leave
// Messages by a function with a format and arguments of any kind, kept in a list: no end of room for them, a name that is gone, one that is lost.
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
extern int __VERIFIER_nondet_int(void);
#ifdef NARROW
enum { WIDTH = 16 };
#define PRINT(text, width, format, ap) vsprintf(text, format, ap)
#else
enum { WIDTH = 64 };
#define PRINT(text, width, format, ap) vsnprintf(text, width, format, ap)
#endif
struct line {
    struct line *next;
    char text[WIDTH];
};
static struct line *lines;

__attribute__((format(printf, 1, 2))) static void note(const char *format, ...) {
    struct line *l = malloc(sizeof *l);
    va_list ap;
    va_start(ap, format);
    PRINT(l->text, sizeof l->text, format, ap);  // @print
    va_end(ap);
    l->next = lines;
    lines = l;
}

int main(void) {
    char *name = strdup("somebody's");
    while (__VERIFIER_nondet_int()) {
        note("%d of %s", __VERIFIER_nondet_int(), name);
#ifdef FREED
        free(name);
#endif
        note("nothing new");
        note("%s %f %ld", "a", 1.0, 3L);
    }
    free(name);
    while (lines) {
        struct line *l = lines;
        puts(l->text);
        lines = l->next;
#ifdef LOST
        if (!lines) break;
#endif
        free(l);
    }  // @leave
    return 0;
}
