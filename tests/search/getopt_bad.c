// SPDX-License-Identifier: MIT
// expect: unsafe double-free 22
#include <getopt.h>
#include <stdlib.h>

// Short and long options: one of each is needed.
int main(int argc, char **argv) {
    static const struct option longs[] = {{"recursive", no_argument, 0, 'r'}, {"depth", required_argument, 0, 'd'}, {0, 0, 0, 0}};
    int option, recursive = 0, depth = 0, force = 0;
    while ((option = getopt_long(argc, argv, "d:fv", longs, 0)) != -1) {
        switch (option) {
        case 'r': recursive = 1; break;
        case 'd': depth = atoi(optarg); break;
        case 'f': force = 1; break;
        case 'v': break;
        default: return 1;
        }
    }
    int *p = malloc(sizeof *p);
    *p = depth;
    if (recursive && force) free(p);
    free(p);
    return 0;
}
