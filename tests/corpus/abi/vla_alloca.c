// SPDX-License-Identifier: MIT
// Variable length arrays, two-dimensional ones as parameters, and alloca.
// run: inputs=4 -> ok
// run: inputs=1 -> ok
// run: VLA inputs=4 -> out-of-bounds @vla
// run: SCOPE inputs=3 by=valgrind -> use-out-of-scope @scope
// run: ALLOCA inputs=3 by=valgrind -> use-out-of-scope @alloca
// run: FREE inputs=3 -> invalid-free @free
// also: -m32
#include <alloca.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int __VERIFIER_nondet_int(void);

static long trace(int n, int m[n][n]) {
    long t = 0;
    for (int i = 0; i < n; i++) t += m[i][i];
    return t;
}

static char *stack_copy(const char *s) {
    char *copy = alloca(strlen(s) + 400);
    strcpy(copy, s);
    printf("%s\n", copy);
    return copy;
}

int main(void) {
    int n = __VERIFIER_nondet_int();
    int m[n][n], *kept = &n;
    memset(m, 0, sizeof m);
    for (int i = 0; i < n; i++) m[i][i] = i + 1;
    printf("%ld %zu\n", trace(n, m), sizeof m);
#ifdef VLA
    m[n][0] = 3; // @vla
#endif
    for (int i = 1; i < n; i++) {
        char row[i + 400];
        row[i] = '\0';
        for (int j = 0; j < i; j++) row[j] = '*';
        printf("%s\n", row);
#ifdef SCOPE
        if (i == 2) kept = (int *)row;
#endif
    }
#ifdef SCOPE
    printf("%d\n", *(char *)kept); // @scope
#endif
    char *s = stack_copy("on the stack");
#ifdef ALLOCA
    printf("%c\n", s[0]); // @alloca
#endif
    (void)s;
    int *numbers = alloca((size_t)n * sizeof *numbers), sum = 0;
    for (int i = 0; i < n; i++) numbers[i] = i;
    for (int i = 0; i < n; i++) sum += numbers[i];
#ifdef FREE
    free(numbers); // @free
#endif
    printf("%d %d\n", sum, *kept);
    return 0;
}
