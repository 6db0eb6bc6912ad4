// SPDX-License-Identifier: MIT
// A script of operations on eight pointers: each fault is the script's.
// run: inputs=1,0,8,3,0,5,7,4,0,5,2,0 -> ok
// run: inputs=1,0,16,10,0,1,0,1,1,8,10,0,1,8,11,0,2,8,4,2,3,2,2,2,0 -> ok
// run: inputs=1,0,8,6,0,16,4,0,7,6,0,2,4,0,1,2,0 -> ok
// run: inputs=1,0,4,3,0,0,65,5,1,0,14,1,13,0,1,2,0,2,1 -> ok
// run: inputs=1,0,8,9,0,4,9,0,-4,2,0,2,3 -> ok
// run: inputs=1,0,0,1,1,0,7,0,1,0,2,0,2,1 -> ok
// run: inputs=1,0,8,1,1,8,10,0,1,0,10,1,0,0,12,1,11,0,3,0,11,3,2,0,2,3,2,2 -> ok
// run: inputs=1,0,8,1,0,8,2,0 -> memory-leak @allocate
// run: inputs=1,0,4,5,0,1 -> memory-leak @assign
// run: inputs=1,0,8,1,1,4,10,0,1,0,12,1,2,0 -> memory-leak @free
// run: inputs=1,0,8,1,1,4,10,0,1,0,12,1,8,0,8,0,2,0 -> memory-leak @fill
// run: inputs=1,0,8,1,1,4,10,0,1,0,12,1,8,0,1,0,2,0 -> memory-leak @free
// run: inputs=1,0,8,1,1,4,10,0,1,0,12,1,1,2,8,7,0,2,8,2,0,2,2 -> memory-leak @copy
// run: inputs=1,0,8,1,1,4,10,0,1,0,12,1,10,0,1,0,2,0 -> memory-leak @store
// run: inputs=1,0,16,1,1,4,10,0,1,8,12,1,6,0,8,2,0 -> memory-leak @resize
// run: inputs=1,0,4,12,0 -> memory-leak @clear
// run: inputs=1,0,8,1,1,8,11,0,1,0,2,0 -> memory-leak @load
// run: inputs=1,0,8,1,1,8,10,0,1,0,10,1,0,0,12,0,12,1 -> memory-leak @clear
// run: inputs=1,0,4,14,1,3,0,0,65,14,0 -> null-dereference @duplicate
// run: inputs=4,0,0 -> null-dereference @read
// run: inputs=3,2,100,1 -> null-dereference @write
// run: inputs=8,1,4,0 -> null-dereference @fill
// run: inputs=1,0,4,7,0,1,4 -> null-dereference @copy
// run: inputs=10,3,0,8 -> null-dereference @store
// run: inputs=11,3,0,8 -> null-dereference @load
// run: inputs=1,0,4,13,0,1 -> null-dereference @compare
// run: inputs=1,0,8,4,0,8 -> out-of-bounds @read
// run: inputs=1,0,8,3,0,-1,1 -> out-of-bounds @write
// run: inputs=1,0,8,8,0,9,0 -> out-of-bounds @fill
// run: inputs=1,0,8,1,1,4,7,1,0,8 -> out-of-bounds @copy
// run: inputs=1,0,8,1,1,4,7,0,1,8 -> out-of-bounds @copy
// run: inputs=1,0,8,10,0,0,4 -> out-of-bounds @store
// run: inputs=1,0,8,11,0,0,4 -> out-of-bounds @load
// run: inputs=1,0,2,8,0,2,65,1,1,2,8,1,2,65,13,0,1 -> out-of-bounds @compare
// run: inputs=1,0,2,8,0,2,65,14,0 -> out-of-bounds @duplicate
// run: inputs=1,0,16,6,0,4,3,0,4,1 -> out-of-bounds @write
// run: inputs=1,0,8,2,0,4,0,0 -> use-after-free @read
// run: inputs=1,0,8,5,1,0,2,0,3,1,2,1 -> use-after-free @write
// run: inputs=1,0,8,2,0,8,0,1,0 -> use-after-free @fill
// run: inputs=1,0,8,1,1,8,2,1,7,0,1,4 -> use-after-free @copy
// run: inputs=1,0,8,2,0,10,0,1,0 -> use-after-free @store
// run: inputs=1,0,8,2,0,11,0,1,0 -> use-after-free @load
// run: inputs=1,0,8,2,0,13,0,0 -> use-after-free @compare
// run: inputs=1,0,8,2,0,14,0 -> use-after-free @duplicate
// run: inputs=1,0,8,5,1,0,6,0,100,4,1,0 -> use-after-free @read
// run: inputs=1,0,8,2,0,2,0 -> double-free @free
// run: inputs=1,0,8,5,1,0,6,0,16,2,1 -> double-free @free
// run: inputs=1,0,8,9,0,4,2,0 -> invalid-free @free
// run: inputs=1,0,8,9,0,1,6,0,16 -> invalid-free @resize
// run: inputs=1,0,8,9,0,8,2,0 -> invalid-free @free
// run: inputs=1,0,8,9,0,100 -> memory-leak @move
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int __VERIFIER_nondet_int(void);

enum { COUNT = 8 };
static char *p[COUNT];

static int next(void) { return __VERIFIER_nondet_int(); }
static char **any(void) { return &p[(unsigned)next() % COUNT]; }

static void step(int op) {
    char **a = any(), **b;
    int n;
    switch (op) {
    case 1: n = next(); *a = calloc(1, (size_t)n); break; // @allocate
    case 2: free(*a); break; // @free
    case 3: n = next(); (*a)[n] = (char)next(); break; // @write
    case 4: n = next(); printf("%d\n", (*a)[n]); break; // @read
    case 5: b = any(); *a = *b; break; // @assign
    case 6: n = next(); *a = realloc(*a, (size_t)n); break; // @resize
    case 7: b = any(); n = next(); memmove(*a, *b, (size_t)n); break; // @copy
    case 8: n = next(); memset(*a, next(), (size_t)n); break; // @fill
    case 9: n = next(); *a += n; break; // @move
    case 10: b = any(); n = next(); memcpy(*a + n, b, sizeof *b); break; // @store
    case 11: b = any(); n = next(); memcpy(b, *a + n, sizeof *b); break; // @load
    case 12: *a = NULL; break; // @clear
    case 13: b = any(); printf("%d\n", strcmp(*a, *b) == 0); break; // @compare
    case 14: *a = strdup(*a); break; // @duplicate
    }
}

int main(void) {
    int op;
    while ((op = next()) > 0) step(op);
    return 0;
}
