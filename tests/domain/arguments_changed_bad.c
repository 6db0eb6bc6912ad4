// expect: not safe
// expect -DIN_CALL: not safe
// expect -DSHORTENED: safe
// The end of an argument is overwritten: none of those that it may be is a string any more.  A string may be made shorter.
#include <string.h>
extern int __VERIFIER_nondet_int(void);
static void open_end(char *s) {
    s[strlen(s)] = 'x';
}
int main(int argc, char **argv) {
    int k = __VERIFIER_nondet_int();
    if (argc < 5 || k < 1 || k >= argc) return 0;
    char *s = argv[k];
#if defined IN_CALL
    open_end(argv[1]);
#elif defined SHORTENED
    s = argv[1];
    s[0] = 0;
#else
    argv[1][strlen(argv[1])] = 'x';
#endif
    return (int)strlen(s);
}
