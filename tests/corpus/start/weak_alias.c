// SPDX-License-Identifier: MIT
// Weak symbols without definition, weak definitions, aliases.
// run: inputs=7 draws=0,0,7 -> ok
// run: CALL inputs=7 draws=0,0,7 -> null-dereference @call
#include <stdio.h>

int __VERIFIER_nondet_int(void);

extern int missing_variable __attribute__((weak));
extern int missing_function(int) __attribute__((weak));

__attribute__((weak)) int hook(int x) { return x + 1; }

int real_name(int x) { return x * 2; }
extern __typeof(real_name) other_name __attribute__((alias("real_name")));

static int target = 5;
extern int nickname __attribute__((alias("target")));

int main(void) {
    int n = __VERIFIER_nondet_int();
    nickname += n;
    printf("%d %d %d\n", hook(n), other_name(n), target);
#ifdef CALL
    missing_variable = 1; // @call
#endif
    if (&missing_variable) puts("has a variable");
    if (missing_function) printf("%d\n", missing_function(1));
    return other_name == real_name ? 0 : 1;
}
