// expect: safe
// expect -DBAD_HALF: unsafe out-of-bounds @byte
// expect -DBAD_ODD: unsafe out-of-bounds @byte
// Hexadecimal digits to bytes: two digits a byte.
#include <stdlib.h>
extern unsigned __VERIFIER_nondet_uint(void);
extern char __VERIFIER_nondet_char(void);

static int digit(char c) { return c >= '0' && c <= '9' ? c - '0' : (c | 32) - 'a' + 10; }

static unsigned char *decode(const char *s, size_t n) {
    size_t m = n / 2;
#ifdef BAD_HALF
    unsigned char *out = malloc(m);
    m = (n + 1) / 2;
#elif defined BAD_ODD
    m = (n + 1) / 2;
    unsigned char *out = malloc(m);
#else
    unsigned char *out = malloc(m);
#endif
    if (!out) return NULL;
    for (size_t i = 0; i < m; i++) out[i] = (unsigned char)(digit(s[2 * i]) << 4 | digit(s[2 * i + 1])); // @byte
    return out;
}

int main(void) {
    size_t n = __VERIFIER_nondet_uint();
    char *s = malloc(n);
    if (!s) return 1;
    for (size_t i = 0; i < n; i++) s[i] = __VERIFIER_nondet_char();
    free(decode(s, n));
    free(s);
    return 0;
}
