// SPDX-License-Identifier: MIT
// memmove both ways, memset, memccpy, mempcpy.
// run: inputs=1 -> ok
// run: inputs=4 -> ok
// run: FILL inputs=20 -> out-of-bounds @fill
// run: SOURCE inputs=3 -> use-out-of-scope @source
// run: NEGATIVE inputs=-1 -> out-of-bounds @negative
// also: -m32
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int __VERIFIER_nondet_int(void);

int main(void) {
    int shift = __VERIFIER_nondet_int();
    char line[16] = "0123456789";
#ifdef FILL
    memset(line, '-', (size_t)shift); // @fill
#endif
#ifdef NEGATIVE
    memmove(line, line + 1, (size_t)shift); // @negative
#endif
    memmove(line + shift, line, 8);
    printf("%.12s\n", line);
    memmove(line, line + shift, 8);
    printf("%.12s\n", line);
    char *end = mempcpy(line, "abc", 3);
    *end = '|';
    printf("%.12s\n", line);
    char small[4] = "....";
    void *after = memccpy(small, "x;yz", ';', sizeof small);
    printf("%td %.4s\n", (char *)after - small, small);
    char *source = line;
    {
        char inner[4] = "in";
        source = inner;
        printf("%s\n", source);
    }
#ifdef SOURCE
    memcpy(small, source, 2); // @source
#endif
    int *zeros = malloc(5 * sizeof *zeros);
    memset(zeros, 0xff, 5 * sizeof *zeros);
    printf("%d\n", zeros[4]);
    free(zeros);
    return 0;
}
