// expect -DSMALL: not safe out-of-bounds @small
// expect -DLINE: not safe out-of-bounds @line
// expect -DSCAN: unsafe out-of-bounds @scan
// expect -DRESULT: unsafe out-of-bounds @result
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
    return 0;
}
