// SPDX-License-Identifier: MIT
// The cleanup attribute frees at the end of scope, on every way out.
// run: inputs=0 -> ok
// run: inputs=1 -> ok
// run: inputs=2 -> ok
// run: ESCAPE inputs=0 -> use-after-free @escape
// run: BOTH inputs=1 -> double-free @both
// also: -m32
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int __VERIFIER_nondet_int(void);

static void release(char **p) {
    printf("release %s\n", *p ? *p : "nothing");
    free(*p);
}

static void release_quietly(char **p) {
    free(*p); // @both
}

#define OWNED __attribute__((cleanup(release)))
#define QUIET __attribute__((cleanup(release_quietly)))

static int work(int n) {
    OWNED char *a = strdup("a");
    if (n == 0) return 1;
    OWNED char *b = NULL;
    for (int i = 0; i < n; i++) {
        OWNED char *c = strdup("c");
        if (i == 1) goto out;
        c[0] = (char)('c' + i);
    }
    b = strdup("b");
out:
    return 2;
}

static char *give(void) {
    OWNED char *s = strdup("given");
    char *same = s;
    return same;
}

int main(void) {
    int n = __VERIFIER_nondet_int();
    printf("%d\n", work(n));
#ifdef ESCAPE
    puts(give()); // @escape
#else
    (void)give;
#endif
    {
        QUIET char *q = strdup("quiet");
#ifdef BOTH
        free(q);
#endif
    }
    return 0;
}
