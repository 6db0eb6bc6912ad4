// expect: unsafe memory-cleanup 10
// property: memory-cleanup
// A block is held by the vector of arguments alone when the program ends.
#include <stdlib.h>
int __VERIFIER_nondet_int(void);
int main(int argc, char **argv) {
    (void)argc;
    argv[0] = malloc(1);
    while (__VERIFIER_nondet_int()) continue;
    return 0;
}
