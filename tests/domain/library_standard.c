// expect: safe
// expect -DCALLEE: safe
// expect -DVARIABLE: safe
// expect -DOTHER: safe
// A standard stream is closed once, by its name, as a parameter, or through a variable that may be another stream.
#include <stdio.h>

static int shut(FILE *f) {
    int bad = ferror(f);
    return fclose(f) == EOF || bad;
}

static int lines(FILE *f) {
    int c, n = 0;
    while ((c = getc(f)) != EOF) n += c == '\n';
    return n;
}

int main(int argc, char **argv) {
#ifdef CALLEE
    int bad = 0;
    for (int i = 1; i < argc; i++) {
        FILE *f = fopen(argv[i], "r");
        if (!f) continue;
        bad |= lines(f) == 0;
        bad |= shut(f);
    }
    bad |= shut(stdin);
    return bad | shut(stdout);
#elif defined VARIABLE
    FILE *f = argc > 1 ? fopen(argv[1], "r") : stdin;
    if (!f) return 1;
    printf("%d\n", lines(f));
    if (f != stdin) fclose(f);
    return fclose(stdout);
#elif defined OTHER
    FILE *f = argc > 1 ? fopen(argv[1], "r") : stdin;
    if (!f) return 1;
    fclose(f);
    puts("done");
    return fclose(stderr);
#else
    (void)argv;
    if (fclose(stdout) == EOF) perror("stdout");
    fprintf(stderr, "%d\n", argc);
    return lines(stdin);
#endif
}
