// SPDX-License-Identifier: MIT
// exit from inside an exit handler's caller, handlers that register handlers, _Exit skipping them.
// run: inputs=0 -> ok
// run: inputs=1 -> ok
// run: inputs=2 -> ok
// run: HELD inputs=0 -> memory-leak @held
#include <stdio.h>
#include <stdlib.h>

int __VERIFIER_nondet_int(void);

static char *shared;

static void inner(void) { puts("inner"); }
static void outer(void) {
    puts("outer");
    atexit(inner);
#ifdef HELD
    shared = NULL; // @held
#endif
    free(shared);
}
static void deep(int n) {
    char *local = malloc(8);
    local[0] = (char)n;
    if (n == 0) exit(local[0] + 4);
    deep(n - 1);
    free(local);
}

int main(void) {
    atexit(outer);
    shared = malloc(4);
    switch (__VERIFIER_nondet_int()) {
    case 1: deep(3); break;
    case 2: _Exit(7);
    }
    return 3;
}
