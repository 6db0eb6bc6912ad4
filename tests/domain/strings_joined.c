// expect: safe
// expect -DBAD_SIZE: unsafe out-of-bounds @strcat
// expect -DBAD_MORE: unsafe out-of-bounds @strcat
// expect -DBAD_END: unsafe out-of-bounds @end
// expect -DBAD_PART: unsafe out-of-bounds @second
// expect -DBAD_TWICE: unsafe out-of-bounds @again
// Two strings of any lengths in one block, by strcat and by memcpy.
#include <stdlib.h>
#include <string.h>
extern char __VERIFIER_nondet_char(void);

static char *by_strcat(const char *a, const char *b) {
#ifdef BAD_SIZE
    char *p = malloc(strlen(a) + strlen(b) + !*a);
#else
    char *p = malloc(strlen(a) + strlen(b) + 1);
#endif
    if (!p) abort();
    strcpy(p, a);
#ifdef BAD_MORE
    p = realloc(p, strlen(a) + strlen(b) + 1);
    strcpy(p, b);
    a = "x";
    if (*b) b = "longer than this";
#endif
    strcat(p, b);  // @strcat
    return p;
}

static char *by_memcpy(const char *a, const char *b) {
    size_t n = strlen(a), m = strlen(b);
    char *p = malloc(n + m + 1);
    if (!p) abort();
    memcpy(p, a, n);
#ifdef BAD_PART
    memcpy(p + n + 2, b, m);  // @second
#else
    memcpy(p + n, b, m);
#endif
#ifdef BAD_END
    p[n + m + 1] = 0;  // @end
#else
    p[n + m] = 0;
#endif
    return p;
}

int main(void) {
    char a[6], b[5];
    for (int i = 0; i < 5; i++) a[i] = __VERIFIER_nondet_char();
    for (int i = 0; i < 4; i++) b[i] = __VERIFIER_nondet_char();
    a[5] = b[4] = 0;
    char *p = by_strcat(a, b), *q = by_memcpy(p, b);
    size_t n = strlen(p), m = strlen(q);
    if (n) p[n - 1] = 'x';
#ifdef BAD_TWICE
    strcpy(p, q);  // @again
#endif
    if (m) q[m - 1] = 0;
    int r = strcmp(p, q);
    free(p);
    free(q);
    return r;
}
