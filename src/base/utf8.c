// SPDX-License-Identifier: MIT
#include "base/utf8.h"

size_t utf8_length(const char *text, size_t n) {
    const unsigned char *s = (const unsigned char *)text;
    size_t k = s[0] < 0x80 ? 1 : s[0] >= 0xc2 && s[0] < 0xe0 ? 2 : s[0] >= 0xe0 && s[0] < 0xf0 ? 3 : s[0] >= 0xf0 && s[0] < 0xf5 ? 4 : 0;
    if (k > n) return 0;
    for (size_t i = 1; i < k; i++)
        if ((s[i] & 0xc0) != 0x80) return 0;
    if (k < 3) return k;
    bool overlong = (s[0] == 0xe0 && s[1] < 0xa0) || (s[0] == 0xf0 && s[1] < 0x90);
    bool outside = (s[0] == 0xed && s[1] > 0x9f) || (s[0] == 0xf4 && s[1] > 0x8f);
    return overlong || outside ? 0 : k;
}

uint32_t utf8_number(const char *text, size_t length) {
    const unsigned char *s = (const unsigned char *)text;
    uint32_t c = length == 1 ? s[0] : s[0] & (0xffu >> (length + 1));
    for (size_t i = 1; i < length; i++) c = c << 6 | (s[i] & 0x3f);
    return c;
}

bool utf8_is_hidden(uint32_t c) {
    static const uint32_t ranges[][2] = {{0, 31},          {127, 159},       {0xad, 0xad},     {0x61c, 0x61c},
                                         {0x200b, 0x200f}, {0x2028, 0x202e}, {0x2060, 0x206f}, {0xfeff, 0xfeff}};
    for (size_t i = 0; i < sizeof ranges / sizeof *ranges; i++)
        if (c >= ranges[i][0] && c <= ranges[i][1]) return true;
    return false;
}

void utf8_clean(struct buf *out, const char *s, size_t left) {
    for (size_t n; left; s += n, left -= n) {
        n = utf8_length(s, left);
        if (n && !utf8_is_hidden(utf8_number(s, n))) {
            buf_add(out, s, n);
            continue;
        }
        n += !n;
        for (size_t i = 0; i < n; i++) buf_printf(out, "\\x%02x", (unsigned char)s[i]);
    }
}
