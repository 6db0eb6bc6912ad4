// SPDX-License-Identifier: MIT
// strtok over a writable copy, tokens collected in a growing array.
// run: inputs=0 -> ok
// run: inputs=1 -> ok
// run: inputs=2 -> ok
// run: FREED inputs=0 -> use-after-free @freed
// run: FULL inputs=1 -> out-of-bounds @full
// run: NOTOKEN inputs=2 -> null-dereference @notoken
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int __VERIFIER_nondet_int(void);

static const char *const lines[] = {"one two  three", "a,b;c d,e,f", ";;; ,"};

int main(void) {
    char *copy = strdup(lines[__VERIFIER_nondet_int()]);
    char *words[8];
    size_t n = 0;
#ifdef NOTOKEN
    printf("%c\n", *strtok(copy, " ,;")); // @notoken
#endif
    for (char *w = strtok(copy, " ,;"); w != NULL; w = strtok(NULL, " ,;")) {
#ifdef FULL
        words[n++ + 3] = w; // @full
#else
        words[n++] = w;
#endif
    }
#ifdef FREED
    free(copy);
#endif
    for (size_t i = 0; i < n; i++) printf("<%s>", words[i]); // @freed
    printf(" %zu\n", n);
#ifndef FREED
    free(copy);
#endif
    return 0;
}
