// SPDX-License-Identifier: MIT
// A block held only by a pointer into its middle, by a tagged pointer, or by an offset from its end.
// run: inputs=0 -> ok
// run: inputs=1 -> ok
// run: inputs=2 -> ok
// run: SLIP inputs=0 -> invalid-free @slip
// run: DROP inputs=2 -> memory-leak @drop
// also: -m32
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

int __VERIFIER_nondet_int(void);

struct header {
    unsigned size;
    unsigned magic;
};

static void *sized(unsigned size) {
    struct header *h = malloc(sizeof *h + size);
    h->size = size;
    h->magic = 0xfeed;
    return h + 1;
}

static unsigned size_of(void *p) { return ((struct header *)p)[-1].size; }
static void release(void *p) { free((struct header *)p - 1); }

int main(void) {
    int which = __VERIFIER_nondet_int();
    char *p = sized(10);
    p[9] = 'e';
    printf("%u\n", size_of(p));
    char *end = p + 10;
    uintptr_t tagged = (uintptr_t)p | 1;
    if (which == 0) {
#ifdef SLIP
        free(p); // @slip
#else
        p = NULL;
        release(end - 10);
#endif
    } else if (which == 1) {
        p = end = NULL;
        release((void *)(tagged & ~(uintptr_t)1));
    } else {
        end = NULL;
        tagged = 0;
#ifdef DROP
        p = NULL; // @drop
#else
        release(p);
#endif
    }
    return 0;
}
