// expect: not safe
// The end of an argument is overwritten: none of those that it may be is a string any more.
#include <string.h>
extern int __VERIFIER_nondet_int(void);
int main(int argc, char **argv) {
    int k = __VERIFIER_nondet_int();
    if (argc < 5 || k < 1 || k >= argc) return 0;
    char *s = argv[k];
    argv[1][strlen(argv[1])] = 'x';
    return (int)strlen(s);
}
