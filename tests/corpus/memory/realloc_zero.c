// SPDX-License-Identifier: MIT
// realloc to size zero frees; what is left must not be used.
// run: inputs=4 -> ok
// run: inputs=0 -> ok
// run: USE inputs=0 -> null-dereference @use
// run: OLD inputs=0 -> use-after-free @old
#include <stdio.h>
#include <stdlib.h>

int __VERIFIER_nondet_int(void);

int main(void) {
    size_t n = (size_t)__VERIFIER_nondet_int();
    char *p = malloc(8), *old = p;
    p[0] = 'p';
    p = realloc(p, n);
    printf("%d\n", p == NULL);
#ifdef USE
    p[0] = 'q'; // @use
#endif
#ifdef OLD
    old[0] = 'o'; // @old
#endif
    (void)old;
    if (p) printf("%c\n", p[0]);
    free(p);
    return 0;
}
