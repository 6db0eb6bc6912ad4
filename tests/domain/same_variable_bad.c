// expect: not safe
// Two calls may give the same static string.
#include <stdlib.h>
extern void __VERIFIER_error(void);
int main(void) {
    char *a = getenv("HOME"), *b = getenv("HOME");
    if (a && a == b) __VERIFIER_error();
    return 0;
}
