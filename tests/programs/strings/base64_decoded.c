// expect: safe
// expect -DROOM: unsafe out-of-bounds @second
// expect -DTAIL: unsafe out-of-bounds @pair
// Base64 back to bytes: four characters become up to three bytes; room for two only, and four characters where fewer are left.
#include <stdlib.h>
extern unsigned __VERIFIER_nondet_uint(void);
extern const unsigned char value_of[256];
const unsigned char value_of[256] = {['A'] = 1, ['B'] = 2, ['a'] = 27, ['0'] = 53, ['+'] = 63, ['/'] = 64};

int main(void) {
    size_t n = __VERIFIER_nondet_uint(), to = 0;
    unsigned char *s = calloc(n, 1);
#ifdef ROOM
    unsigned char *out = malloc(n / 4 * 2);
#else
    unsigned char *out = malloc(n / 4 * 3);
#endif
    if (!s || !out) return 1;
    for (size_t i = 0; i < n; i++) s[i] = (unsigned char)__VERIFIER_nondet_uint();
#ifdef TAIL
    for (size_t i = 0; i < n; i += 4) {
#else
    for (size_t i = 0; i + 4 <= n; i += 4) {
#endif
        unsigned a = value_of[s[i]], b = value_of[s[i + 1]]; // @pair
        out[to++] = (unsigned char)(a << 2 | b >> 4);
        if (s[i + 2] == '=') continue;
        out[to++] = (unsigned char)(b << 4); // @second
        if (s[i + 3] == '=') continue;
        out[to++] = (unsigned char)(b << 6);
    }
    free(s);
    free(out);
    return 0;
}
