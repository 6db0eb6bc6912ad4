// expect: unsafe null-dereference @left
// expect -DBARE: unsafe null-dereference @bare
// expect -DOPTIONAL: unsafe null-dereference @optional
// expect -DBEYOND: unsafe out-of-bounds @beyond
// expect -DLONG: not safe null-dereference @long
// expect -DROW: unsafe uninitialised-value @row
// expect -DFLAG: not safe null-dereference @flag
// expect -DFEWER: not safe
// expect -DSKIPPED: not safe
// expect -DCHANGED: not safe
// expect -DOTHER: not safe
// expect -DPERMUTED: unsafe out-of-bounds @permuted
// Arguments that options do not have, what is not left behind them, and arguments that are elsewhere afterwards.
#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(int argc, char **argv) {
    int c;
#ifdef LONG
    static const struct option table[] = {{"verbose", no_argument, NULL, 'v'}, {0}};
    while ((c = getopt_long(argc, argv, "", table, NULL)) != -1)
        if (c == 'v') puts(optarg);  // @long
#elif defined ROW
    static const struct option table[] = {{"verbose", no_argument, NULL, 'v'}, {0}};
    int row;
    while ((c = getopt_long(argc, argv, "v", table, &row)) != -1)
        if (c == 'v' && row) puts("v");  // @row
#elif defined FLAG
    static int flag;
    static const struct option table[] = {{"null", no_argument, &flag, 7}, {0}};
    while ((c = getopt_long(argc, argv, "v", table, NULL)) != -1) continue;
    if (flag == 7) puts(NULL);  // @flag
#elif defined FEWER
    while ((c = getopt(argc + 1, argv, "v")) != -1) puts("v");
#elif defined SKIPPED
    optind = 4;
    while ((c = getopt(argc, argv, "v")) != -1) puts("v");
#elif defined CHANGED
    char text[2] = {'-', 'v'};
    if (argc > 1) argv[1] = text;
    while ((c = getopt(argc, argv, "v")) != -1) puts("v");
#elif defined OTHER
    char *other[] = {argv[0], "-v"};
    while ((c = getopt(3, other, "v")) != -1) puts("v");
#elif defined PERMUTED
    if (argc < 4) return 0;
    size_t n = strlen(argv[2]);
    while ((c = getopt(argc, argv, "v")) != -1) continue;
    char *copy = malloc(n + 1);
    strcpy(copy, argv[2]);  // @permuted
    free(copy);
#else
    while ((c = getopt(argc, argv, "vf:l::")) != -1) {
#ifdef BARE
        if (c != 'f') puts(optarg);  // @bare
#elif defined OPTIONAL
        if (c == 'l') puts(optarg);  // @optional
#endif
    }
#ifdef BEYOND
    return argv[optind + 1] != NULL;  // @beyond
#elif !defined BARE && !defined OPTIONAL
    return strlen(argv[optind]) > 1;  // @left
#endif
#endif
    return 0;
}
