// expect: safe
// expect -DRETURNS: unsafe broken-promise @end
// expect -DPOINTER: unsafe broken-promise @pointer
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
__attribute__((noreturn)) static void die(int status) {
#ifdef RETURNS
    if (status < 3)
#endif
        exit(status);
}  // @end
static void none(int status) { (void)status; }
typedef __attribute__((noreturn)) void halts(int);
int main(void) {
    int *p = malloc(sizeof *p), n = __VERIFIER_nondet_int();
    halts *halt = n == 5 ? (halts *)none : die;
    free(p);
    if (n > 3) {
#ifdef POINTER
        halt(n);  // @pointer
#else
        die(n);
#endif
        *p = 1;
    }
    (void)halt;
    return 0;
}
