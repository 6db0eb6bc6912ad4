// SPDX-License-Identifier: MIT
// Wide, UTF-8, UTF-16 literals, concatenation, embedded zeros, sizeof.
// run: inputs=1 -> ok
// run: inputs=3 -> ok
// run: WIDE inputs=4 -> out-of-bounds @wide
// also: -m32
#include <stddef.h>
#include <stdio.h>
#include <string.h>
#include <wchar.h>

int __VERIFIER_nondet_int(void);

static const wchar_t wide[] = L"wide";
static const char split[] = "one" " and " "two";
static const char zeros[] = "a\0b\0c";
static const unsigned short utf16[] = u"h\u00e9";

int main(void) {
    int n = __VERIFIER_nondet_int();
    printf("%zu %zu %zu %zu\n", sizeof wide / sizeof *wide, sizeof split, sizeof zeros, sizeof utf16);
    printf("%x %x %s %zu\n", (unsigned)wide[n], (unsigned)utf16[1], split, wcslen(wide));
    int count = 0;
    for (const char *s = zeros; s < zeros + sizeof zeros; s += strlen(s) + 1) count++;
    wchar_t copy[5];
    wcscpy(copy, wide);
    copy[0] = L'W';
    printf("%d %d %d\n", count, copy[0], wcscmp(copy, wide) < 0);
#ifdef WIDE
    const wchar_t *p = wide + 1;
    printf("%x\n", (unsigned)p[n]); // @wide
#endif
    return u8"\u20ac"[0] & 0x7f;
}
