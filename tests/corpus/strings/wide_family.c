// SPDX-License-Identifier: MIT
// Functions of wchar.h on strings and ranges of wide characters.
// run: -> ok
// run: CAT -> out-of-bounds @cat
// run: SET by=memcheck -> out-of-bounds @set
// run: LENGTH -> out-of-bounds @length
// run: FIND by=memcheck -> out-of-bounds @find
// run: DUP -> memory-leak @dup
// also: -m32
#include <stdio.h>
#include <stdlib.h>
#include <wchar.h>
#include <wctype.h>

static void copies(void) {
    wchar_t a[12], b[12];
    wmemset(a, L'x', 11);
    a[11] = L'\0';
    printf("%zu %d\n", wcslen(a), a[10] == L'x');
    wcsncpy(b, L"abc", 12);
    printf("%d %d %zu\n", b[2] == L'c', b[11] == 0, wcsnlen(b, 2));
    wcscat(b, L"def");
    wcsncat(b, L"ghijk", 2);
    printf("%zu %d %d\n", wcslen(b), b[7] == L'h', b[8] == 0);
    wmemcpy(a, b, 9);
    wmemmove(a + 1, a, 8);
    printf("%d %d %d\n", a[0] == L'a', a[1] == L'a', a[8] == L'h');
    printf("%d %d\n", (int)(wcpcpy(a, L"two") - a), (int)(wmempcpy(b, a, 2) - b));
}

static void comparisons(void) {
    printf("%d %d %d\n", wcscmp(L"abc", L"abd") < 0, wcsncmp(L"abc", L"abd", 2), wcscasecmp(L"ABC", L"abc"));
    printf("%d %d\n", wmemcmp(L"a\0b", L"a\0c", 3) < 0, wmemcmp(L"a\0b", L"a\0c", 2));
    printf("%d %d\n", wcscmp(L"\xfffffff0", L"a") < 0, wcsncasecmp(L"ABx", L"aby", 2));
}

static void searches(void) {
    const wchar_t *s = L"one two two";
    printf("%d %d %d\n", (int)(wcschr(s, L't') - s), (int)(wcsrchr(s, L't') - s), wcschr(s, L'z') == NULL);
    printf("%d %d %d\n", (int)(wcsstr(s, L"two") - s), (int)(wcspbrk(s, L"wt") - s), (int)(wcschr(s, 0) - s));
    printf("%zu %zu %d\n", wcsspn(s, L"eno"), wcscspn(s, L" "), (int)(wmemchr(s, L'w', 11) - s));
    printf("%d\n", wmemchr(s, L'w', 5) == NULL);
}


static void numbers(void) {
    wchar_t *end;
    printf("%ld %ld ", wcstol(L" -12z", &end, 10), wcstol(L"ff", NULL, 16));
    printf("%d %lu %g\n", *end == L'z', wcstoul(L"077", NULL, 0), wcstod(L"2.5e1x", &end));
    printf("%d %d %d\n", *end == L'x', iswdigit(L'5') != 0, towupper(L'q') == L'Q');
}

int main(void) {
    copies();
    comparisons();
    searches();
    numbers();
    wchar_t *small = wcsdup(L"abc");
#ifdef CAT
    wcscat(small, L"d"); // @cat
#elif defined SET
    wmemset(small, L'x', 5); // @set
#elif defined LENGTH
    wmemset(small, L'x', 4);
    printf("%zu\n", wcslen(small)); // @length
#elif defined FIND
    printf("%d\n", wmemchr(small, L'z', 5) == NULL); // @find
#endif
    wchar_t *copy = wcsdup(small);
    int last = copy[2];
#ifdef DUP
    copy = NULL; // @dup
#endif
    free(copy);
    free(small);
    return last == L'c' ? 0 : 1;
}
