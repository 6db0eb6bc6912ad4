// expect: unsafe use-after-free @named
// expect -DTWICE: unsafe double-free @twice
// expect -DCALLEE: unsafe use-after-free @callee
// expect -DELSEWHERE: unsafe use-after-free @elsewhere
// expect -DMAYBE: unsafe use-after-free @maybe
// expect -DIMPLIED: not safe
// A standard stream is used after it was closed.
#include <stdio.h>

static int shut(FILE *f) {
    return fclose(f);
}

static int next(void) {
    return getc(stdin);  // @callee
}

#ifdef IMPLIED
static int another(void) {
    return getchar();
}
#endif

int main(int argc, char **argv) {
    (void)argv;
#ifdef TWICE
    FILE *f = argc > 1 ? stdout : stderr;
    fclose(stdout);
    return fclose(f);  // @twice
#elif defined CALLEE
    if (argc > 2) shut(stdin);
    return next();
#elif defined ELSEWHERE
    FILE *f = stdin;
    int c = getc(f);
    shut(stdin);
    return c == 'a' ? getc(f) : 0;  // @elsewhere
#elif defined MAYBE
    FILE *f = argc > 1 ? fopen("f", "r") : stdin;
    if (!f) return 1;
    fclose(f);
    return getc(stdin);  // @maybe
#elif defined IMPLIED
    FILE *f = argc > 1 ? stdin : fopen("f", "r");
    if (!f) return 1;
    int c;
    while ((c = getc(f)) != EOF) putchar(c);
    shut(f);
    return another();
#else
    fclose(stdout);
    if (argc > 1) fprintf(stdout, "%d\n", argc);  // @named
    return next();
#endif
}
