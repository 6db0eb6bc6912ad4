// SPDX-License-Identifier: MIT
// Freed pointers compared and copied are no access; a stale copy is found later.
// run: inputs=0 -> ok
// run: inputs=1 -> use-after-free @read
// run: inputs=2 -> use-after-free @write
// run: inputs=3 -> use-after-free @callee
// run: inputs=4 -> use-after-free @copy
// run: inputs=5 -> use-after-free @string
// run: inputs=6 -> double-free @alias
// also: -m32
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int __VERIFIER_nondet_int(void);

struct box {
    int width;
    char label[12];
};

static int width(const struct box *b) { return b->width; } // @callee

static void dispose(struct box **b) {
    free(*b); // @alias
    *b = NULL;
}

int main(void) {
    struct box *b = malloc(sizeof *b), *alias = b, out = {0};
    strcpy(b->label, "label");
    b->width = width(&out) + 3;
    dispose(&b);
    struct box *copies[2] = {alias, b};
    printf("%d %d\n", copies[1] == NULL, alias != NULL);
    switch (__VERIFIER_nondet_int()) {
    case 1: printf("%d\n", alias->width); break; // @read
    case 2: copies[0]->label[3] = 'x'; break; // @write
    case 3: printf("%d\n", width(alias)); break;
    case 4: out = *alias; break; // @copy
    case 5: printf("%zu\n", strlen(alias->label)); break; // @string
    case 6: dispose(&copies[0]); break;
    }
    dispose(&b);
    if (0) alias = NULL;
    return out.width;
}
