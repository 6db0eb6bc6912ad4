// expect: safe
// What fits is printed as wide characters, and has an end; a line read has one, too.
#include <stdio.h>
#include <wchar.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
    wchar_t text[40], line[100], again[100];
    int n = swprintf(text, 40, L"%d: %ls", __VERIFIER_nondet_int(), L"number");
    if (n > 0 && n < 40) text[n] = L'.';
    if (fgetws(line, 100, stdin)) wprintf(L"%d\n", line[0] == L'x');
    if (wscanf(L"%d", &n) == 1 && n >= 0 && n < 40) text[n] = L'\n';
    return swscanf(L"a b", L"%9ls %3lc", again, text) == 2;
}
