// SPDX-License-Identifier: MIT
// strcpy, strncpy, strcat, strncat, stpcpy and their bounds.
// run: inputs=3 -> ok
// run: inputs=11 -> ok
// run: STRCPY inputs=12 -> out-of-bounds @strcpy
// run: STRCAT inputs=9 -> out-of-bounds @strcat
// run: STRNCPY inputs=4 -> out-of-bounds @strncpy
// run: STPCPY inputs=8 by=valgrind -> out-of-bounds @stpcpy
// run: STRNCAT inputs=6 -> out-of-bounds @strncat
// also: -m32
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int __VERIFIER_nondet_int(void);

int main(void) {
    char from[16] = "", to[12] = "";
    int n = __VERIFIER_nondet_int();
    memset(from, 'x', (size_t)n);
    from[n] = '\0';
#ifdef STRCPY
    strcpy(to, from); // @strcpy
#endif
    strncpy(to, from, sizeof to - 1);
    printf("%s %zu\n", to, strlen(to));
#ifdef STRCAT
    strcat(to, "abc"); // @strcat
#endif
#ifdef STRNCPY
    char exact[4];
    strncpy(exact, from, sizeof exact);
    strncpy(exact + 1, from, sizeof exact); // @strncpy
#endif
#ifdef STPCPY
    char *heap = malloc(12), *end = stpcpy(heap, from);
    stpcpy(end, "tail"); // @stpcpy
    free(heap);
#endif
#ifdef STRNCAT
    strncat(to, "0123456789", 6); // @strncat
#endif
    to[3] = '\0';
    strncat(to, "0123456789", 5);
    char *p = stpcpy(to + 1, "yz");
    strcat(p, "!");
    printf("%s %d\n", to, (int)(p - to));
    return 0;
}
