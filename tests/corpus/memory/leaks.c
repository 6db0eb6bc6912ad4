// SPDX-License-Identifier: MIT
// Ways to lose a block: overwritten, out of scope, freed with its holder, dropped result, from a global.
// run: inputs=0 -> ok
// run: inputs=1 -> memory-leak @overwritten
// run: inputs=2 -> memory-leak @scope
// run: inputs=3 -> memory-leak @holder
// run: inputs=4 -> memory-leak @dropped
// run: inputs=5 -> memory-leak @global
// run: inputs=6 -> memory-leak @memset
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int __VERIFIER_nondet_int(void);

static char *global;

struct pair {
    int *left, *right;
};

static void local_only(void) {
    char *p = malloc(5);
    p[0] = 'x';
    putchar(p[0]);
} // @scope

int main(void) {
    struct pair *pair = malloc(sizeof *pair);
    int *spare = malloc(sizeof *spare);
    pair->left = malloc(sizeof(int));
    pair->right = NULL;
    global = malloc(3);
    switch (__VERIFIER_nondet_int()) {
    case 1: spare = NULL; break; // @overwritten
    case 2: local_only(); break;
    case 3:
        free(pair); // @holder
        pair = calloc(1, sizeof *pair);
        break;
    case 4: (void)strdup("nobody wants me"); break; // @dropped
    case 5: global = NULL; break; // @global
    case 6: memset(pair, 0, sizeof *pair); break; // @memset
    }
    puts(".");
    free(pair->left);
    free(pair);
    free(spare);
    free(global);
    return 0;
}
