// expect: safe
// expect -DOPTIONS: safe
// expect -DINDEX: safe
// expect -DTWO: safe
// expect -DCUT: safe
// expect -DCOUNTED: safe
// expect -DBEHIND_OPTIONS: safe
// The arguments of the program, by a pointer that goes along them or by an index: options whose letters are eaten one by one, operands of options,
// arguments that are cut at a character, argc that goes down as argv moves on.
#include <stdio.h>
#include <unistd.h>
#include <string.h>

static int quiet, long_form;

#if defined OPTIONS
int main(int argc, char **argv) {
    const char *name = *argv;
    for (argv++, argc--; argv[0] && argv[0][0] == '-' && argv[0][1]; argc--, argv++) {
        char **at = argv;
        if (argv[0][1] == '-' && argv[0][2] == '\0') {
            argv++, argc--;
            break;
        }
        for (argv[0]++; argv[0][0]; argv[0]++) {
            if (at != argv) break;
            switch (argv[0][0]) {
            case 'q': quiet = 1; break;
            case 'l': long_form++; break;
            default: fprintf(stderr, "%s: what is %c?\n", name, argv[0][0]); return 1;
            }
        }
    }
    for (; *argv; argv++) puts(*argv);
    return quiet + long_form;
}
#elif defined INDEX
int main(int argc, char **argv) {
    const char *in = NULL, *out = NULL;
    for (int i = 1; i < argc; i++) {
        if (!strcmp(argv[i], "-o")) {
            if (i + 1 >= argc) return 2;
            out = argv[++i];
        } else if (argv[i][0] == '-' && argv[i][1] == 'q') {
            quiet = argv[i][2] == 0;
        } else {
            in = argv[i];
        }
    }
    if (in) puts(in);
    return quiet + (out ? out[0] : 0);
}
#elif defined TWO
int main(int argc, char **argv) {
    if (argc < 3) return 1;
    printf("%s %s\n", argv[1], argv[2]);
    if (argc == 4 && argv[3][0] == 'x' && argv[3][1] == 'y' && argv[3][2] == 0) return 2;
    return argc > 4 ? argv[4][0] : 0;
}
#elif defined CUT
int main(int argc, char **argv) {
    for (int i = 1; i < argc; i++) {
        char *equals = strchr(argv[i], '=');
        if (!equals) continue;
        *equals = 0;
        printf("%s is %s\n", argv[i], equals + 1);
    }
    return 0;
}
#elif defined COUNTED
int main(int argc, char **argv) {
    int c, except = 0;
    while (--argc > 0 && (*++argv)[0] == '-')
        while ((c = *++argv[0]) != 0)
            switch (c) {
            case 'x': except = 1; break;
            default:
                printf("no option %c\n", c);
                argc = 0;
                break;
            }
    if (argc != 1) return 1;
    puts(*argv);
    return except;
}
#elif defined BEHIND_OPTIONS
int main(int argc, char **argv) {
    const char *out = NULL;
    for (int c; (c = getopt(argc, argv, "o:q")) != -1;) {
        if (c == 'o')
            out = optarg;
        else
            quiet = 1;
    }
    argc -= optind;
    argv += optind;
    for (int i = 0; i < argc; i++) puts(argv[i]);
    return out ? out[0] : argc > 0 ? argv[argc - 1][0] : quiet;
}
#else
int main(int argc, char **argv) {
    int n = 0;
    (void)argc;
    for (char **a = argv + 1; *a; a++) n += (*a)[0] == '-';
    while (*argv) puts(*argv++);
    return n;
}
#endif
