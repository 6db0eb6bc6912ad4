// expect: safe
// expect -DCUT: unsafe out-of-bounds @next
// expect -DBEHIND: unsafe out-of-bounds @end
// %41 becomes A, in place: two digits are skipped though the text ends before, and the end is put behind where it belongs.
#include <stdlib.h>
extern unsigned __VERIFIER_nondet_uint(void);
extern char __VERIFIER_nondet_char(void);

static int digit(char c) {
    if (c >= '0' && c <= '9') return c - '0';
    return c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

static void decode(char *s) {
    char *to = s;
    while (*s) { // @next
#ifdef CUT
        if (*s == '%') {
#else
        if (*s == '%' && digit(s[1]) >= 0 && digit(s[2]) >= 0) {
#endif
            *to++ = (char)(digit(s[1]) * 16 + digit(s[2]));
            s += 3;
        } else
            *to++ = *s++;
    }
#ifdef BEHIND
    to[1] = 0; // @end
#else
    *to = 0;
#endif
}

int main(void) {
    size_t n = __VERIFIER_nondet_uint();
    char *s = calloc(n + 1, 1);
    if (!s) return 1;
    for (size_t i = 0; i < n; i++) s[i] = __VERIFIER_nondet_char();
    s[n] = 0;
    decode(s);
    int used = 0;
    while (s[used]) used++;
    free(s);
    return used > 3;
}
