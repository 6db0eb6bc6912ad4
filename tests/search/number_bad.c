// SPDX-License-Identifier: MIT
// expect: unsafe double-free 10
#include <stdlib.h>

// A number on the command line.
int main(int argc, char **argv) {
    char *p = malloc(8);
    if (!p) return 1;
    if (argc == 2 && atoi(argv[1]) == 4711) free(p);
    free(p);
    return 0;
}
