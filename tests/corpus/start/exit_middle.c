// SPDX-License-Identifier: MIT
// exit in the middle of nested calls: what is still held is not lost.
// run: inputs=0 -> ok
// run: inputs=3 -> ok
// run: inputs=-1 -> ok
// run: RETURN inputs=0 -> memory-leak @return
// also: -m32
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

int __VERIFIER_nondet_int(void);

static void process(const char *name, int n) {
    char *buffer = malloc(100);
    snprintf(buffer, 100, "%s-%d", name, n);
    puts(buffer);
    if (n == 3) {
        fflush(stdout);
        exit(3);
    }
    if (n < 0) _exit(9);
    free(buffer);
}

int main(void) {
    char *own = malloc(16);
    own[0] = 'm';
    process("item", __VERIFIER_nondet_int());
#ifndef RETURN
    free(own);
#endif
    return 0;
} // @return
