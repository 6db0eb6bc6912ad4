// expect: unsafe null-dereference @absent
// expect -DEATEN: unsafe out-of-bounds @eaten
// expect -DOPERAND: unsafe null-dereference @operand
// expect -DBEHIND: unsafe out-of-bounds @behind
// expect -DLETTER: unsafe out-of-bounds @letter
// expect -DLONGER: not safe
// expect -DCOUNTED: unsafe out-of-bounds @counted
// expect -DBEHIND_OPTIONS: unsafe null-dereference @operands
// The arguments of the program, by a pointer that goes along them, with faults: behind the null, behind the end of an argument, an operand that is not
// there, an argument that is made longer.
#include <stdio.h>
#include <string.h>
#include <unistd.h>

static int quiet;

#if !defined EATEN && !defined OPERAND && !defined BEHIND && !defined LETTER && !defined LONGER && !defined COUNTED && !defined BEHIND_OPTIONS
int main(int argc, char **argv) {
    (void)argc;
    for (argv++; *argv; argv++) {
        if ((*argv)[0] == '-') {
            argv++;
            quiet += (*argv)[0] == 'q';  // @absent
        }
    }
    return quiet;
}
#elif defined EATEN
int main(int argc, char **argv) {
    for (argv++; argc > 1 && argv[0] && argv[0][0] == '-'; argv++) {
        argv[0]++;
        while (argv[0]++, argv[0][0]) quiet++;  // @eaten
    }
    return quiet;
}
#elif defined OPERAND
int main(int argc, char **argv) {
    const char *out = "";
    for (int i = 1; i < argc; i++) {
        if (argv[i][0] == '-' && argv[i][1] == 'o')
            out = argv[++i];
        else
            quiet++;
    }
    return out[0];  // @operand
}
#elif defined BEHIND
int main(int argc, char **argv) {
    int n = 0;
    for (int i = 1; i <= argc + 1; i++) {
        n++;
        if (argv[i] == NULL) continue;  // @behind
    }
    return n;
}
#elif defined LETTER
int main(int argc, char **argv) {
    for (argv++; argc > 1 && *argv; argv++)
        if ((*argv)[0] != 'x' && (*argv)[1] == 'y') quiet++;  // @letter
    return quiet;
}
#elif defined COUNTED
int main(int argc, char **argv) {
    int c;
    while (--argc > 0 && (*++argv)[0] == '-')
        do {
            c = *++argv[0];  // @counted
            quiet += c == 'q';
        } while (c != 'x');
    return quiet;
}
#elif defined BEHIND_OPTIONS
int main(int argc, char **argv) {
    for (int c; (c = getopt(argc, argv, "q")) != -1;) quiet = c == 'q';
    argv += optind;
    for (int i = 0; i + optind <= argc; i++) quiet += argv[i][0] == 'x';  // @operands
    return quiet;
}
#else
int main(int argc, char **argv) {
    if (argc < 3) return 0;
    char *s = argv[1];
    s[strlen(s)] = 'x';
    return (int)strlen(argv[2]) + (int)strlen(argv[1]);
}
#endif
