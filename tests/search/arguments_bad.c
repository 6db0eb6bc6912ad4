// SPDX-License-Identifier: MIT
// expect: unsafe double-free 13
#include <stdlib.h>
#include <string.h>

extern char __VERIFIER_nondet_char(void);

// Words on the command line, of the right lengths.
int main(int argc, char **argv) {
    char *p = malloc(8);
    if (!p) return 1;
    if (argc > 2 && strcmp(argv[1], "close") == 0 && strncmp(argv[2], "--all", 5) == 0) free(p);
    free(p);
    return 0;
}
