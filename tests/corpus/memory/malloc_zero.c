// SPDX-License-Identifier: MIT
// malloc(0), free(NULL), realloc(NULL, n), sizes of one byte.
// run: inputs=0 -> ok
// run: inputs=1 -> ok
// run: WRITE inputs=0 by=valgrind -> out-of-bounds @write
// run: READ inputs=0 by=valgrind -> out-of-bounds @read
// run: LEAK inputs=0 -> memory-leak @leak
// also: -m32
#include <stdio.h>
#include <stdlib.h>

int __VERIFIER_nondet_int(void);

int main(void) {
    size_t n = (size_t)__VERIFIER_nondet_int();
    char *p = malloc(n), *q = malloc(n);
    printf("%d %d\n", p != NULL, p != q);
    free(NULL);
#ifdef WRITE
    p[n] = 1; // @write
#endif
#ifdef READ
    char c = q[n]; // @read
    (void)c;
#endif
    p = realloc(p, n + 1);
    p[n] = 'z';
    char *r = realloc(NULL, 2);
    r[1] = p[n];
    printf("%c\n", r[1]);
    free(r);
#ifdef LEAK
    p = q; // @leak
    q = NULL;
#endif
    free(p);
    free(q);
    return 0;
}
