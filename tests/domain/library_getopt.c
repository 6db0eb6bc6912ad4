// expect: safe
// expect -DOPERANDS: safe
// expect -DREST: safe
// expect -DLONG: safe
// expect -DFLAGS: safe
// expect -DCALLEE: safe
// expect -DAGAIN: safe
// Options, their arguments, and what is left behind them.
#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int verbose;
static const char *file;

static void usage(const char *name) {
    fprintf(stderr, "usage: %s [-v] [-f FILE] TEXT...\n", name);
    exit(2);
}

#ifdef LONG
static int next(int argc, char **argv) {
    static const struct option table[] = {
        {"verbose", no_argument, NULL, 'v'}, {"file", required_argument, NULL, 'f'}, {"level", optional_argument, NULL, 256}, {0}};
    return getopt_long(argc, argv, "vf:", table, NULL);
}
#elif defined FLAGS
static int next(int argc, char **argv) {
    static const struct option table[] = {{"verbose", no_argument, &verbose, 1}, {"file", required_argument, NULL, 'f'}, {"brief", no_argument, &verbose, 0}, {0}};
    int row, c = getopt_long(argc, argv, "v", table, &row);
    if (c == 0 || c == 'f') puts(table[row].name);
    return c == 0 ? next(argc, argv) : c;
}
#elif defined AGAIN
static int next(int argc, char **argv) {
    return getopt(argc, argv, "+:vf:l::");
}
#else
static int next(int argc, char **argv) {
    return getopt(argc, argv, "vf:l::");
}
#endif

static size_t options(int argc, char **argv) {
    size_t level = 0;
    int c;
    while ((c = next(argc, argv)) != -1) {
        switch (c) {
        case 'v': verbose++; break;
        case 'f': file = optarg; break;
        case 'l':
        case 256: level = optarg ? strlen(optarg) : 1; break;
        case ':': fprintf(stderr, "-%c needs an argument\n", optopt); break;
        default: usage(argv[0]);
        }
    }
    return level;
}

int main(int argc, char **argv) {
    size_t level = options(argc, argv);
    if (file) puts(file);
#ifdef OPERANDS
    for (int i = optind; i < argc; i++) printf("%s %zu\n", argv[i], level);
#elif defined REST
    if (argc - optind != 2) usage(argv[0]);
    printf("%s %s %zu\n", argv[optind], argv[optind + 1], level);
#elif defined CALLEE
    if (optind >= argc) usage(argv[0]);
    FILE *f = fopen(argv[optind], "r");
    if (!f) return 1;
    fclose(f);
#elif defined AGAIN
    optind = 1;
    level += options(argc, argv);
#else
    while (optind < argc) puts(argv[optind++]);
#endif
    return level > 1;
}
