// SPDX-License-Identifier: MIT
// Everything that must not be freed.
// run: inputs=0 -> ok
// run: inputs=1 -> invalid-free @stack
// run: inputs=2 -> invalid-free @global
// run: inputs=3 -> invalid-free @interior
// run: inputs=4 -> double-free @twice
// run: inputs=5 -> invalid-free @past
// run: inputs=6 -> invalid-free @member
// run: inputs=7 -> double-free @realloc
// also: -m32
#include <stdio.h>
#include <stdlib.h>

int __VERIFIER_nondet_int(void);

static char global[8];
struct s {
    int head;
    char body[12];
};

int main(void) {
    int local[4] = {1};
    char *heap = malloc(8), *moved = NULL;
    struct s *s = malloc(sizeof *s);
    s->head = local[0];
    void *volatile p = heap;
    switch (__VERIFIER_nondet_int()) {
    case 1: p = local; free(p); break; // @stack
    case 2: p = global; free(p); break; // @global
    case 3: p = heap + 4; free(p); break; // @interior
    case 4: free(p); free(p); break; // @twice
    case 5: p = heap + 8; free(p); break; // @past
    case 6: p = s->body; free(p); break; // @member
    case 7:
        moved = realloc(heap, 1000);
        free(p); // @realloc
        break;
    }
    printf("%d\n", s->head);
    free(s);
    free(heap);
    free(moved);
    return 0;
}
