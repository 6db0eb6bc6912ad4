// SPDX-License-Identifier: MIT
// Base64 encoding into a heap buffer of computed size.
// run: inputs=0 -> ok
// run: inputs=1 -> ok
// run: inputs=2 -> ok
// run: SHORT inputs=2 -> out-of-bounds @short
// also: -m32
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int __VERIFIER_nondet_int(void);

static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

static char *encode(const unsigned char *in, size_t n) {
#ifdef SHORT
    size_t size = n * 4 / 3 + 1;
#else
    size_t size = (n + 2) / 3 * 4 + 1;
#endif
    char *out = malloc(size), *p = out;
    for (size_t i = 0; i < n; i += 3) {
        unsigned long v = (unsigned long)in[i] << 16;
        if (i + 1 < n) v |= (unsigned long)in[i + 1] << 8;
        if (i + 2 < n) v |= in[i + 2];
        *p++ = digits[v >> 18 & 63];
        *p++ = digits[v >> 12 & 63];
        *p++ = i + 1 < n ? digits[v >> 6 & 63] : '='; // @short
        *p++ = i + 2 < n ? digits[v & 63] : '=';
    }
    *p = '\0';
    return out;
}

int main(void) {
    static const char *const texts[] = {"", "light work.", "light w"};
    const char *text = texts[__VERIFIER_nondet_int()];
    char *coded = encode((const unsigned char *)text, strlen(text));
    puts(coded);
    free(coded);
    return 0;
}
