// SPDX-License-Identifier: MIT
// expect: unsafe out-of-bounds 12
#include <stdio.h>
#include <stdlib.h>
#include <wchar.h>

// A line of wide characters, of the right length, and of the right numbers.
int main(void) {
    wchar_t line[20], *p = malloc(9 * sizeof *p);
    if (!p) return 1;
    if (fgetws(line, 20, stdin) && line[0] * 5 + line[1] * 3 == 777 && wcslen(line) == 9) {
        for (int i = 0; i <= 9; i++) p[i] = line[i];
    }
    free(p);
    return 0;
}
