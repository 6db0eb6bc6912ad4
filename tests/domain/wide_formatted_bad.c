// expect -DSMALL: not safe out-of-bounds @small
// expect -DLINE: not safe out-of-bounds @line
// expect -DSCAN: unsafe out-of-bounds @scan
// expect -DRESULT: unsafe out-of-bounds @result
// expect -DOPEN: not safe out-of-bounds @open
// expect -DCUT: not safe
// Sizes in bytes where wide characters are counted; -1 as a length.
#include <stdio.h>
#include <wchar.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
    wchar_t text[20], line[10];
#ifdef SMALL
    swprintf(text, 40, L"%d: %ls", __VERIFIER_nondet_int(), L"a long number"); // @small
#endif
#ifdef LINE
    if (fgetws(line, sizeof line, stdin)) return 1; // @line
#endif
#ifdef SCAN
    return swscanf(L"a long word", L"%ls %ls %4lc", line, text, &line[7]); // @scan
#endif
#ifdef RESULT
    int n = swprintf(text, 5, L"%ls", L"longer");
    line[n] = L'\0'; // @result
#endif
#ifdef OPEN
    if (fgetws(line, 10, stdin)) {
        for (int i = 0; i < 10; i++) line[i] = L'x';
        wprintf(L"%ls\n", line); // @open
    }
#endif
#ifdef CUT
    for (int i = 0; i < 10; i++) line[i] = L'x';
    swprintf(line, 10, L"%d %ls", __VERIFIER_nondet_int(), L"perhaps");
    wprintf(L"%ls\n", line);
#endif
    return 0;
}
