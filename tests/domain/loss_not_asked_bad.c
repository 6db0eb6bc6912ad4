// expect: not safe error-call 9
// property: reachability
#include <stdlib.h>
extern void __VERIFIER_error(void);
int main(void) {
    int *p = malloc(sizeof *p);
    if (!p) return 0;
    *p = 2;
    if (*p != 1) __VERIFIER_error();
    p = NULL;
    return p != NULL;
}
