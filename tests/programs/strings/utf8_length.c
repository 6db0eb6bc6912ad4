// expect: safe
// expect -DTRUST: unsafe out-of-bounds @follows
// expect -DCUT: unsafe out-of-bounds @next
// Characters of a UTF-8 text counted: bytes that are to follow the first one are not looked at, and a last character that is cut short.
#include <stdlib.h>
extern unsigned __VERIFIER_nondet_uint(void);
extern char __VERIFIER_nondet_char(void);

static size_t length(const unsigned char *s) {
    size_t n = 0;
    while (*s) { // @next
        int follow = *s >= 0xf0 ? 3 : *s >= 0xe0 ? 2 : *s >= 0xc0 ? 1 : 0;
        s++;
#ifdef CUT
        s += follow;
#elif defined TRUST
        for (; follow; follow--) s += s[0] != 0 || s[1] != 0; // @follows
#else
        for (; follow && (*s & 0xc0) == 0x80; follow--) s++;
#endif
        n++;
    }
    return n;
}

int main(void) {
    size_t n = __VERIFIER_nondet_uint();
    char *s = calloc(n + 1, 1);
    if (!s) return 1;
    for (size_t i = 0; i < n; i++) s[i] = __VERIFIER_nondet_char();
    s[n] = 0;
    size_t characters = length((unsigned char *)s);
    free(s);
    return characters > 9;
}
