// expect: safe
// Bytes that are set, copied and moved, as many as a number says.
#include <stdlib.h>
#include <string.h>
extern unsigned __VERIFIER_nondet_uint(void);
static char *copy(const char *s, size_t n) {
    char *t = malloc(n + 1);
    if (!t) exit(1);
    memcpy(t, s, n);
    t[n] = 0;
    return t;
}
int main(void) {
    size_t n = __VERIFIER_nondet_uint();
    char *a = malloc(n), *b;
    if (!a) return 0;
    memset(a, 1, n);
    b = copy(a, n);
    memmove(b, b + 1, n);
    free(a);
    free(b);
    return 0;
}
