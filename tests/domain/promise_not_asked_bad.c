// expect: unsafe null-dereference @access
// expect -DATTRIBUTE: unsafe null-dereference @access
// expect -DNEVER: not safe
// property: memory-safety
// A promise that nobody asks about is no proof either.
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
    int *p = __VERIFIER_nondet_int() ? malloc(sizeof *p) : NULL;
#ifdef NEVER
    if (!p) __builtin_unreachable();
#elif defined ATTRIBUTE
    __attribute__((assume(p != NULL)));
#else
    __builtin_assume(p != NULL);
#endif
    *p = 1;  // @access
    free(p);
    return 0;
}
