// SPDX-License-Identifier: MIT
// Arrays of pointers to pointers, permutations, in-place argument vectors.
// run: inputs=1 -> ok
// run: inputs=2 -> ok
// run: TERMINATOR inputs=2 -> out-of-bounds @terminator
// run: ROW inputs=1 -> null-dereference @row
// run: SHUFFLE inputs=2 -> memory-leak @shuffle
// also: -m32
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int __VERIFIER_nondet_int(void);

static char **split(const char *s) {
    size_t n = 1;
    for (const char *p = s; *p; p++) n += *p == ' ';
#ifdef TERMINATOR
    char **v = malloc(n * sizeof *v), **out = v;
#else
    char **v = malloc((n + 1) * sizeof *v), **out = v;
#endif
    for (;;) {
        size_t length = strcspn(s, " ");
        *out = malloc(length + 1);
        memcpy(*out, s, length);
        (*out++)[length] = '\0';
        if (s[length] == '\0') break;
        s += length + 1;
    }
    *out = NULL; // @terminator
    return v;
}

int main(void) {
    int by = __VERIFIER_nondet_int();
    char **v = split("one two three four");
    char **end = v;
    while (*end) end++;
    for (char **a = v, **b = end - 1; a < b; a += by, b -= by) {
        char *t = *a;
        *a = *b;
#ifdef SHUFFLE
        *b = NULL;
        t = *b; // @shuffle
        end--;
#endif
        *b = t;
    }
    for (char **p = v; *p; p++) printf("%s ", *p);
    printf("%td\n", end - v);
#ifdef ROW
    printf("%c\n", **end); // @row
#endif
    for (char **p = v; *p; p++) free(*p);
    free(v);
    return 0;
}
