// SPDX-License-Identifier: MIT
// Scanning strings of wide characters, and scanning bytes into wide characters.
// run: -> ok
// run: SMALL by=memcheck -> out-of-bounds @small
// run: INTO -> out-of-bounds @into
// also: -m32
#include <stdio.h>
#include <stdlib.h>
#include <wchar.h>

int main(void) {
    wchar_t word[8], set[8], two[2];
    char bytes[8];
    int n = 0, x = 0, at = 0;
    n = swscanf(L" 12 abc def", L"%d %ls %s%n", &x, word, bytes, &at);
    printf("%d %d %d %d %s %d\n", n, x, word[2] == L'c', word[3] == 0, bytes, at);
    n = swscanf(L"xyz=7", L"%7l[a-z]=%d", set, &x);
    printf("%d %d %zu %d\n", n, x, wcslen(set), set[2] == L'z');
    n = swscanf(L"pq", L"%2lc", two);
    printf("%d %d\n", n, two[1] == L'q');
    n = sscanf("bytes 5", "%ls %x", word, &x);
    printf("%d %d %zu %d\n", n, x, wcslen(word), word[4] == L's');
    n = sscanf("up", "%S", word);
    printf("%d %zu %d\n", n, wcslen(word), swscanf(L"", L"%d", &x));
#ifdef SMALL
    wchar_t *small = malloc(2 * sizeof *small);
    swscanf(L"pq", L"%ls", small); // @small
    free(small);
#endif
#ifdef INTO
    sscanf("three", "%5lc", two); // @into
#endif
    return n == 1 ? 0 : 1;
}
