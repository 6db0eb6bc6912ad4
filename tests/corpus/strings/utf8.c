// SPDX-License-Identifier: MIT
// UTF-8 decoding with a state table.
// run: -> ok
// run: inputs=1 -> ok
// run: CUT inputs=2 -> out-of-bounds @cut
// also: -m32
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int __VERIFIER_nondet_int(void);

static const unsigned char length[16] = {1, 1, 1, 1, 1, 1, 1, 1, 0, 0, 0, 0, 2, 2, 3, 4};

static const unsigned char *decode(const unsigned char *s, uint32_t *rune) {
    int n = length[*s >> 4];
    static const unsigned char masks[5] = {0, 0x7f, 0x1f, 0x0f, 0x07};
    *rune = *s & masks[n];
    for (int i = 1; i < n; i++) *rune = *rune << 6 | (s[i] & 0x3f); // @cut
    return s + (n ? n : 1);
}

int main(void) {
    static const char *texts[] = {"h\xc3\xa9llo", "\xe2\x82\xac \xf0\x9f\x98\x80", "abc\xe2\x82"};
    int which = __VERIFIER_nondet_int();
    const char *text = texts[which];
#ifdef CUT
    size_t n = strlen(text);
#else
    size_t n = strlen(text) + 1;
#endif
    unsigned char *copy = malloc(n);
    memcpy(copy, text, n);
    const unsigned char *p = copy;
    uint32_t rune;
    unsigned count = 0;
    while (p < copy + n - 1 || (which == 2 && p < copy + n)) {
        p = decode(p, &rune);
        printf("U+%04X ", (unsigned)rune);
        count++;
    }
    printf("%u\n", count);
    free(copy);
    return (int)count;
}
