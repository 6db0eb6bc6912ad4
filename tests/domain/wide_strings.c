// expect: safe
// Wide characters are counted by fours: filled, copied, joined, looked through and printed.
#include <stdio.h>
#include <stdlib.h>
#include <wchar.h>
int main(void) {
    wchar_t dest[50], *data = malloc(100 * sizeof *data);
    if (!data) return 1;
    wmemset(data, L'A', 49);
    data[49] = L'\0';
    wmemset(dest, L'C', 49);
    dest[49] = L'\0';
    for (size_t i = 0; i < wcslen(dest); i++) dest[i] = data[i];
    wcscpy(dest, data);
    wcsncpy(dest, data, wcslen(data) + 1);
    wcscat(data, dest);
    wmemcpy(dest, data, 49);
    wprintf(L"%ls %d %lc\n", dest, data[97] == L'A', dest[0]);
    const wchar_t *found = wcschr(data, L'Z');
    if (found) wprintf(L"%ls\n", found);
    wchar_t *copy = wcsdup(dest);
    if (copy) copy[wcslen(copy)] = L'.';
    free(copy);
    free(data);
    return 0;
}
