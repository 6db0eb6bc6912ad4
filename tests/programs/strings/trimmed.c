// expect: safe
// expect -DEMPTY: unsafe out-of-bounds @back
// expect -DTERMINATOR: unsafe out-of-bounds @copy
// Blanks cut off at both ends: before the first character of an empty string, and a copy that has no room for the terminator.
#include <stdlib.h>
#include <string.h>
extern unsigned __VERIFIER_nondet_uint(void);
extern char __VERIFIER_nondet_char(void);

static char *trimmed(const char *s) {
    while (*s == ' ') s++;
    size_t n = strlen(s);
#ifdef EMPTY
    while (s[n - 1] == ' ') n--; // @back
#else
    while (n > 0 && s[n - 1] == ' ') n--;
#endif
#ifdef TERMINATOR
    char *copy = malloc(n);
#else
    char *copy = malloc(n + 1);
#endif
    if (!copy) return NULL;
    memcpy(copy, s, n);
    copy[n] = 0; // @copy
    return copy;
}

int main(void) {
    size_t n = __VERIFIER_nondet_uint();
    char *s = calloc(n + 1, 1);
    if (!s) return 1;
    for (size_t i = 0; i < n; i++) s[i] = __VERIFIER_nondet_char();
    s[n] = 0;
    char *t = trimmed(s);
    free(s);
    free(t);
    return 0;
}
