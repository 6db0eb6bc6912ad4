// SPDX-License-Identifier: MIT
// expect: not unsafe
#include <stdlib.h>

// A number on the command line.
int main(int argc, char **argv) {
    char *p = malloc(8);
    if (!p) return 1;
    if (argc == 2 && atoi(argv[1]) == 4711) p[0] = 1;
    free(p);
    return 0;
}
