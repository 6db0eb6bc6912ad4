// expect: not safe
// expect -DREAL: not safe
// expect -DCOPIES: not safe
// What may be wrapped is unknown without the linker's option.
#include <stdlib.h>
#include <string.h>
extern void reach_error(void);
char from[100], to[100];
#ifdef COPIES
void *__wrap_memcpy(void *a, const void *b, size_t n) { return n > 3 ? NULL : (void)b, a; }
#elif defined REAL
void *__real_calloc(size_t n, size_t size);
#else
void *__wrap_calloc(size_t n, size_t size) { return size > 3 ? NULL : malloc(n); }
#endif
int main(void) {
#ifdef COPIES
    from[50] = 1;
    memcpy(to, from, sizeof to);
    if (!to[50]) reach_error();
#elif defined REAL
    free(__real_calloc(1, 4));
#endif
    char *p = calloc(1, 4);
    *p = 1;
    free(p);
    return 0;
}
