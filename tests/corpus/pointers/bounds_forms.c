// SPDX-License-Identifier: MIT
// Out of bounds in every kind of storage and direction.
// run: inputs=0 -> ok
// run: inputs=1 -> out-of-bounds @heap_after
// run: inputs=2 -> out-of-bounds @heap_before
// run: inputs=3 -> out-of-bounds @stack
// run: inputs=4 -> out-of-bounds @global
// run: inputs=5 -> out-of-bounds @literal
// run: inputs=6 -> out-of-bounds @partial
// run: inputs=7 -> out-of-bounds @static_local
// run: inputs=8 -> out-of-bounds @struct_copy
// also: -m32
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int __VERIFIER_nondet_int(void);

static short global[10];
struct pair {
    long long a, b;
};

int main(void) {
    static char still[6] = "still";
    char *heap = calloc(1, 12);
    int stack[5] = {1, 2, 3, 4, 5};
    const char *literal = "four";
    struct pair pair = {1, 2};
    int which = __VERIFIER_nondet_int(), r = 0;
    switch (which) {
    case 1: r = heap[which + 11]; break; // @heap_after
    case 2: heap[1 - which] = 2; break; // @heap_before
    case 3: stack[which + 2] = 3; break; // @stack
    case 4: r = global[which + 6]; break; // @global
    case 5: r = literal[which]; break; // @literal
    case 6: r = *(int *)(heap + which + 4); break; // @partial
    case 7: still[which - 1] = '!'; break; // @static_local
    case 8: memcpy(&pair, heap, sizeof pair); break; // @struct_copy
    }
    printf("%d %d %d %c %s %lld\n", r, heap[11], stack[4] + global[9], literal[3], still, pair.a);
    free(heap);
    return 0;
}
