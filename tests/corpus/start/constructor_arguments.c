// SPDX-License-Identifier: MIT
// glibc gives constructors the arguments of main.
// run: args=one,two -> ok
// run: CTOR args=one -> null-dereference @ctor
#include <stdio.h>

static int count;

__attribute__((constructor)) static void early(int argc, char **argv, char **envp) {
    count = argc;
    printf("%d %s %d\n", argc, argv[1], envp != NULL);
#ifdef CTOR
    printf("%c\n", argv[2][0]); // @ctor
#endif
}

int main(int argc, char **argv) {
    printf("%d %d %s\n", argc == count, argv[argc] == NULL, argv[argc - 1]);
    return 0;
}
