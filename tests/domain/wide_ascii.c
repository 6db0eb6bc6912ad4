// expect: safe
// ASCII is the same in both widths: what is printed of it as the other has an end.
#include <stdio.h>
#include <wchar.h>
int main(void) {
    wchar_t text[8];
    char bytes[200];
    swprintf(text, 8, L"%s%c", "word", 'x');
    wprintf(L"%ls\n", text);
    snprintf(bytes, sizeof bytes, "%ls%lc", L"word", L'x');
    fwprintf(stderr, L"%s\n", bytes);
    return 0;
}
