// SPDX-License-Identifier: MIT
// Addresses of locals and parameters that outlive the call.
// run: inputs=3 -> ok
// run: ARRAY inputs=3 -> use-out-of-scope @array
// run: PARAM inputs=3 -> use-out-of-scope @param
// run: STORED inputs=3 -> use-out-of-scope @stored
// also: -m32
#include <stdio.h>

int __VERIFIER_nondet_int(void);

static int *global_pointer;

static int *array_of(int n) {
    int values[10], *p = values;
    for (int i = 0; i < 10; i++) values[i] = n * i;
    return p;
}

static int *param_of(int n) {
    int *p = &n;
    *p += 1;
    return p;
}

static int remember(int n) {
    int local = n;
    global_pointer = &local;
    return *global_pointer;
}

static int *through(int *p) { return p; }

int main(void) {
    int n = __VERIFIER_nondet_int();
    int *a = array_of(n), *b = param_of(n);
    printf("%d %d\n", remember(n), *through(&n));
#ifdef ARRAY
    printf("%d\n", a[2]); // @array
#endif
#ifdef PARAM
    printf("%d\n", *b); // @param
#endif
#ifdef STORED
    *global_pointer = 2; // @stored
#endif
    (void)a, (void)b;
    return 0;
}
