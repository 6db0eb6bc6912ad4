// SPDX-License-Identifier: MIT
// Uninitialised pointers: locals, heap fields, array elements, on one path only.
// run: inputs=1 -> ok
// run: LOCAL inputs=0 -> uninitialised-pointer @local
// run: FIELD inputs=1 -> uninitialised-pointer @field
// run: ELEMENT inputs=1 -> uninitialised-pointer @element
// run: PARTIAL inputs=1 -> uninitialised-pointer @partial
// run: FREED inputs=1 by=params -> invalid-free @freed
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int __VERIFIER_nondet_int(void);

struct holder {
    int n;
    int *p;
    char *names[3];
};

int main(void) {
    int n = __VERIFIER_nondet_int(), value = 11;
    int *p;
    if (n) p = &value;
#ifdef LOCAL
    *p = 1; // @local
#endif
    struct holder *h = malloc(sizeof *h);
    h->n = n;
#ifdef FIELD
    printf("%d\n", *h->p); // @field
#endif
    h->p = p;
    h->names[0] = "zero";
    h->names[2] = "two";
#ifdef ELEMENT
    printf("%c\n", h->names[1][0]); // @element
#endif
#ifdef PARTIAL
    int *q;
    memcpy(&q, &p, sizeof q / 2);
    printf("%d\n", *q); // @partial
#endif
#ifdef FREED
    free(h->names[1]); // @freed
#endif
    printf("%d %s %s\n", *h->p, h->names[0], h->names[2]);
    free(h);
    return 0;
}
