// expect: safe
// expect -DBAD_SIZE: unsafe out-of-bounds @strcpy
// expect -DBAD_MEMCPY: unsafe out-of-bounds @memcpy
// expect -DBAD_END: unsafe out-of-bounds @hand
// expect -DBAD_LONGER: unsafe out-of-bounds @strcpy
// expect -DBAD_OTHER: unsafe out-of-bounds @strcpy
// expect -DBAD_SHRUNK: unsafe out-of-bounds @length
// expect -DBAD_INDEX: unsafe out-of-bounds @last
// Copies of strings whose lengths are not known: what a block of the length of a string and one byte more holds.
#include <stdlib.h>
#include <string.h>
extern int __VERIFIER_nondet_int(void);
extern char __VERIFIER_nondet_char(void);

static char *by_strcpy(const char *s, char *changed) {
#ifdef BAD_SIZE
    char *p = malloc(strlen(s));
#else
    char *p = malloc(strlen(s) + 1);
#endif
#ifdef BAD_LONGER
    changed[strlen(s)] = 'x';
    changed[11] = 0;
#else
    (void)changed;
#endif
#ifdef BAD_OTHER
    s = "a string of twelve";
#endif
    strcpy(p, s);  // @strcpy
    return p;
}

static char *by_memcpy(const char *s) {
    size_t n = strlen(s);
    char *p = malloc(n + 1);
#ifdef BAD_MEMCPY
    memcpy(p, s, n + 2);  // @memcpy
#elif defined BAD_END
    memcpy(p, s, n);
    p[n] = 'x';
#else
    memcpy(p, s, n + 1);
#endif
    return p;
}

static char *by_hand(const char *s) {
    size_t n = strlen(s);  // @hand
    char *p = malloc(n + 1);
    memcpy(p, s, n);
    p[n] = '\0';
    return p;
}

static char *larger(char *s) {
#ifdef BAD_SHRUNK
    return realloc(s, strlen(s) + !strlen(s));
#else
    return realloc(s, strlen(s) + 4);
#endif
}

int main(void) {
    char b[12];
    for (int i = 0; i < 11; i++) b[i] = __VERIFIER_nondet_char();
    b[11] = 0;
    char *p = by_strcpy(b, b), *q = by_memcpy(p), *r = by_hand(q), *t = strdup(r);
    t = larger(t);
    size_t n = strlen(t), m = strlen(q);  // @length
#ifdef BAD_INDEX
    r[n + 1] = 0;  // @last
#else
    if (m) q[m - 1] = 0;
    if (n) t[n - 1] = 'x';
#endif
    int same = strcmp(p, r);
    free(p);
    free(q);
    free(r);
    free(t);
    return same;
}
