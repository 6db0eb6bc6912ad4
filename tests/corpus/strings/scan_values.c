// SPDX-License-Identifier: MIT
// sscanf and sprintf as inverses, with widths and counts.
// run: inputs=17 -> ok
// run: inputs=-4 -> ok
// run: WORD inputs=17 -> out-of-bounds @word
#include <stdio.h>
#include <string.h>

int __VERIFIER_nondet_int(void);

int main(void) {
    int n = __VERIFIER_nondet_int(), back = 0, count;
    unsigned hex = 0;
    char text[40], word[6] = "", c = 0;
    sprintf(text, "%d %x word!", n, (unsigned)n & 0xffff);
    count = sscanf(text, "%d %x %5[a-z]%c", &back, &hex, word, &c);
    printf("%d %d %x %s %c\n", count, back, hex, word, c);
    count = sscanf("nothing", "%d", &back);
    printf("%d %d\n", count, back);
    long big;
    short small;
    count = sscanf("123456789012 -7", "%ld %hd", &big, &small);
    printf("%d %ld %d\n", count, big, small);
#ifdef WORD
    sscanf("overlong-word", "%s", word); // @word
#endif
    return 0;
}
