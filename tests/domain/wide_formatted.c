// expect: safe
// What fits is printed as wide characters, and has an end; a line read has one, too.
#include <stdio.h>
#include <stdlib.h>
#include <wchar.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
    wchar_t text[40], line[100], again[100];
    int n = swprintf(text, 40, L"%d: %ls", __VERIFIER_nondet_int(), L"number");
    wprintf(L"%d %ls\n", n, text);
    if (n > 0 && n < 40) text[n] = L'.';
    if (fgetws(line, 100, stdin)) {
        wchar_t *copy = wcsdup(line);
        if (!copy) return 1;
        wprintf(L"%ls %zu\n", line, wcslen(copy));
        free(copy);
        line[99] = L'\0';
        wcscpy(again, line);
    }
    if (wscanf(L"%d", &n) == 1 && n >= 0 && n < 40) text[n] = L'\n';
    return swscanf(L"a b", L"%9ls %3lc", again, text) == 2;
}
