// SPDX-License-Identifier: MIT
// expect: unsafe double-free 16
#include <stdlib.h>
#include <string.h>

extern char __VERIFIER_nondet_char(void);

// A word that a library function compares.
int main(void) {
    char word[8];
    for (int i = 0; i < 7; i++) word[i] = __VERIFIER_nondet_char();
    word[7] = 0;
    char *p = malloc(8);
    if (!p) return 1;
    if (strcmp(word, "open") == 0) free(p);
    free(p);
    return 0;
}
