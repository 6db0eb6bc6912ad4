// SPDX-License-Identifier: MIT
// Formats of wide characters, and wide characters in formats of bytes; streams take the one or the other.
// run: -> ok
// run: FIRST -> ok
// run: WIDEFIRST -> ok
// run: SMALL by=memcheck -> out-of-bounds @small
// run: OPEN by=memcheck -> out-of-bounds @open
// also: -m32
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <wchar.h>

static int format(wchar_t *to, size_t n, const wchar_t *how, ...) {
    va_list args;
    va_start(args, how);
    int got = vswprintf(to, n, how, args);
    va_end(args);
    return got;
}

static void show(const wchar_t *s, int got) {
    printf("%d:", got);
    for (; *s; s++) printf(" %x", (unsigned)*s);
    printf("\n");
}

static void to_memory(void) {
    wchar_t s[16];
    int n = -1;
    show(s, swprintf(s, 16, L"%d|%s|%ls", 42, "ab", L"cd"));
    show(s, swprintf(s, 16, L"%5s|%-4ls|%c%lc", "x", L"yz", 'k', L'\u20ac'));
    show(s, swprintf(s, 16, L"\u00e9%.2ls%.1s%%", L"pqr", "tuv"));
    show(s, swprintf(s, 16, L"%S%C%n!", L"up", L'p', &n));
    printf("%d\n", n);
    show(s, swprintf(s, 16, L"%#x %.1f", 255u, 1.25));
    printf("%d %d %d\n", swprintf(s, 4, L"%ls", L"long"), s[0] == L'l', s[2] == L'n');
    show(s, swprintf(s, 4, L"%ls", L"fit"));
    printf("%d %d\n", swprintf(s, 0, L"%d", 1), s[0] == L'f');
    show(s, format(s, 16, L"%d-%ls-%g", 7, L"v", 0.5));
    show(s, swprintf(s, 16, L"%ls|%s", (wchar_t *)0, (char *)0));
}

int main(void) {
#ifdef WIDEFIRST
    int a = wprintf(L"wide %ls %d\n", L"first", 1), b = printf("never %d\n", 2), c = puts("seen"), d = fputws(L"on\n", stdout);
    return 4 * (a == 13) + 2 * (b < 0 && c < 0) + (d >= 0);
#endif
#ifdef FIRST
    int a = printf("bytes %ls|%5ls|%lc|%.2ls\n", L"first", L"ab", L'c', L"xyz"), b = wprintf(L"never %d\n", 2), c = fputws(L"seen", stdout);
    return 2 * (a == 24) + (b < 0 && c < 0 && fwide(stdout, 1) < 0);
#endif
    wchar_t *small = malloc(3 * sizeof *small);
    wmemcpy(small, L"abc", 3);
    to_memory();
#ifdef SMALL
    swprintf(small, 4, L"%ls", L"abc"); // @small
#endif
#ifdef OPEN
    printf("%ls\n", small); // @open
#endif
    int last = small[2];
    free(small);
    return last == L'c' ? 0 : 1;
}
