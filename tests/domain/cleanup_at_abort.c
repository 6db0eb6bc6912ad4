// expect: safe
// expect -DABORT: unsafe memory-cleanup @abort
// expect -DERROR: unsafe memory-cleanup @error
// expect -DASSERT: unsafe memory-cleanup @assert
// expect -DTRAP: unsafe memory-cleanup @trap
// expect -DCALLEE: unsafe memory-cleanup @callee
// property: memory-cleanup
// Whatever ends the program ends it with what is still allocated; a run that is assumed away does not exist.
#include <assert.h>
#include <stdlib.h>
int __VERIFIER_nondet_int(void);
void __VERIFIER_assume(int condition);
void reach_error(void);

static void give_up(int status) {
    if (status == 7) abort();  // @callee
}

int main(void) {
    char *p = malloc(4);
    int n = __VERIFIER_nondet_int();
#ifdef ABORT
    if (n) abort();  // @abort
#elif defined ERROR
    if (n) reach_error();  // @error
#elif defined ASSERT
    assert(n != 3);  // @assert
#elif defined TRAP
    if (n == 2) __builtin_trap();  // @trap
#elif defined CALLEE
    give_up(n);
#else
    __VERIFIER_assume(n > 0);
#endif
    free(p);
    give_up(n);
    return 0;
}
