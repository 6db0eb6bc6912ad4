// SPDX-License-Identifier: MIT
// Variables of the same name at several depths, and macros that open scopes.
// run: inputs=1 -> ok
// run: INNER inputs=1 -> null-dereference @inner
// run: MACRO inputs=1 -> use-out-of-scope @macro
// also: -m32
#include <stdio.h>

int __VERIFIER_nondet_int(void);

static int *p;

#define WITH(name, value) for (int once = 1, name = (value); once; once = 0)

int main(void) {
    int x = __VERIFIER_nondet_int();
    p = &x;
    {
        int *p = NULL;
#ifdef INNER
        *p = 4; // @inner
#endif
        int x = 50;
        p = &x;
        *p += 1;
        {
            int x = 500;
            printf("%d %d\n", x, *p);
        }
    }
    WITH(y, x * 3) {
        printf("%d\n", y);
        p = &y;
    }
#ifdef MACRO
    printf("%d\n", *p); // @macro
#endif
    p = &x;
    printf("%d\n", *p);
    return 0;
}
