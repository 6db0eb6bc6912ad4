// SPDX-License-Identifier: MIT
// argc and argv: options parsed by hand, the null at the end, strings walked.
// run: args=abc -> ok
// run: args=-n,12,name -> ok
// run: args=-v,-v,x,y -> ok
// run: args=-n -> null-dereference @missing
// run: LAST args=ab -> out-of-bounds @last
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(int argc, char **argv) {
    int verbose = 0, number = 0, i = 1;
    for (; i < argc && argv[i][0] == '-'; i++) {
        switch (argv[i][1]) {
        case 'v': verbose++; break;
        case 'n':
            number = 0;
            for (const char *s = argv[++i]; *s; s++) number = number * 10 + *s - '0'; // @missing
            break;
        }
    }
    printf("%d %d %d\n", argc, verbose, number);
    for (; i < argc; i++) printf("<%s> %zu\n", argv[i], strlen(argv[i]));
    printf("%d\n", argv[argc] == NULL);
#ifdef LAST
    char *copy = malloc(strlen(argv[1]));
    strcpy(copy, argv[1]); // @last
    free(copy);
#endif
    return argc;
}
