// expect: safe
// expect -DAFTER: unsafe use-out-of-scope @access
// expect -DLOOP: unsafe use-out-of-scope @access
// expect -DNESTED: unsafe use-out-of-scope @inner
// What alloca gives lives as long as the function, but not longer than a variable-length array whose scope it was made in.
#include <alloca.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
    int n = __VERIFIER_nondet_int() > 3 ? 5 : 4;
    char *p = alloca(4), *q = p;
    {
        char v[n];
        v[0] = 1;
        q = alloca(4);
        q[0] = v[0];
#ifdef NESTED
        {
            char w[n];
            w[0] = 2;
            p = alloca(2);
        }
        p[0] = 1;  // @inner
#endif
#ifdef AFTER
        p = q;
#endif
    }
    {
        q = alloca(4);
        q[1] = 2;
    }
    q[2] = 3;
#ifdef LOOP
    for (int i = 0; i < 2; i++) {
        char v[n];
        v[0] = 1;
        q = alloca(8);
        q[0] = v[0];
    }
    p = q;
#endif
#ifndef NESTED
    p[0] = 1;  // @access
#endif
    return p[0] - 1;
}
