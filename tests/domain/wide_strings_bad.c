// expect -DSET: unsafe out-of-bounds @set
// expect -DCOPY: unsafe out-of-bounds @copy
// expect -DBYTES: unsafe out-of-bounds @bytes
// expect -DJOIN: unsafe out-of-bounds @join
// expect -DPRINT: unsafe out-of-bounds @print
// expect -DFORMAT: unsafe out-of-bounds @format
// expect -DLOST: unsafe memory-leak @lost
// Wide characters counted as bytes, or one too many.
#include <stdio.h>
#include <stdlib.h>
#include <wchar.h>
int main(void) {
    wchar_t dest[50], *data = malloc(100 * sizeof *data);
    if (!data) return 1;
#ifdef SET
    wmemset(dest, L'C', 51); // @set
#else
    wmemset(dest, L'C', 49);
#endif
    dest[49] = L'\0';
    wmemset(data, L'A', 99);
    data[99] = L'\0';
#ifdef COPY
    wcscpy(dest, data); // @copy
#endif
#ifdef BYTES
    wcsncpy(dest, data, sizeof dest); // @bytes
#endif
#ifdef JOIN
    wcscat(data, L"B"); // @join
#endif
#ifdef PRINT
    dest[49] = L'D';
    wprintf(L"%ls\n", dest); // @print
#endif
#ifdef FORMAT
    swprintf(dest, 100, L"%ls", data); // @format
#endif
#ifdef LOST
    data = wcsdup(dest); // @lost
#endif
    free(data);
    return 0;
}
