// expect: unsafe null-dereference 11
// All arguments of the program, and how often each begins with a dash.
#include <stdio.h>
#include <string.h>
int main(int argc, char **argv) {
    int dashes = 0;
    for (int i = 1; i < argc; i++) {
        if (argv[i][0] == '-') dashes++;
        printf("%s %lu\n", argv[i], (unsigned long)strlen(argv[i]));
    }
    for (int i = argc; i >= 0; i--) puts(argv[i]);
    for (int i = 0; argv[i]; i++) dashes += i < 2;
    return dashes;
}
