// SPDX-License-Identifier: MIT
// The goto ladder that releases what was acquired, in reverse order.
// run: inputs=0 -> ok
// run: inputs=1 -> ok
// run: inputs=2 -> ok
// run: inputs=3 -> ok
// run: LADDER inputs=2 -> memory-leak @ladder
// run: WRONG inputs=1 -> invalid-free @wrong
// run: AGAIN inputs=3 -> double-free @again
// also: -m32
#include <stdio.h>
#include <stdlib.h>

int __VERIFIER_nondet_int(void);

static int work(int fail_at) {
    int rc = -1;
    char *a, *b, *c;
    a = malloc(10);
    if (fail_at == 0) goto out_a;
    b = malloc(20);
#ifdef WRONG
    if (fail_at == 1) {
        b++;
        goto out_b;
    }
#else
    if (fail_at == 1) goto out_b;
#endif
    c = malloc(30);
    if (fail_at == 2)
#ifdef LADDER
        goto out_b;
#else
        goto out_c;
#endif
    a[0] = b[0] = c[0] = 1;
    rc = a[0] + b[0] + c[0];
#ifdef AGAIN
    free(c);
#endif
out_c:
    free(c); // @again
out_b:
    free(b); // @wrong
out_a:
    free(a);
    return rc;
} // @ladder

int main(void) {
    int rc = work(__VERIFIER_nondet_int());
    printf("rc %d\n", rc);
    return rc < 0 ? 1 : 0;
}
