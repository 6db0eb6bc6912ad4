// SPDX-License-Identifier: MIT
// ctype functions against a hand-made table; translation in place.
// run: inputs=0 -> ok
// run: inputs=13 -> ok
// run: TABLE inputs=1 -> out-of-bounds @table
// also: -m32
#include <ctype.h>
#include <stdio.h>
#include <string.h>

int __VERIFIER_nondet_int(void);

static char rot[128];

static void fill(int by) {
    for (int c = 0; c < 128; c++) {
        rot[c] = (char)c;
        if (islower(c)) rot[c] = (char)('a' + (c - 'a' + by) % 26);
        if (isupper(c)) rot[c] = (char)('A' + (c - 'A' + by) % 26);
    }
}

int main(void) {
    fill(__VERIFIER_nondet_int());
    char text[] = "Hello, World 42!";
#ifdef TABLE
    text[0] = (char)0x80;
#endif
    int classes[5] = {0};
    for (char *s = text; *s; s++) *s = rot[(unsigned char)*s]; // @table
    puts(text);
    for (const char *s = text; *s; s++) {
        int c = (unsigned char)*s;
        classes[0] += isalpha(c) != 0;
        classes[1] += isdigit(c) != 0;
        classes[2] += isspace(c) != 0;
        classes[3] += ispunct(c) != 0;
        classes[4] += isxdigit(c) != 0;
        putchar(isupper(c) ? tolower(c) : toupper(c));
    }
    printf("\n%d %d %d %d %d\n", classes[0], classes[1], classes[2], classes[3], classes[4]);
    return (int)strlen(text);
}
