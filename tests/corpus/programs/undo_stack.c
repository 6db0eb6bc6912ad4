// SPDX-License-Identifier: MIT
// An editor with undo records: variable-sized records popped from a stack of heap blocks.
// run: inputs=5,1,2,0,3,0 -> ok
// run: inputs=3,0,0,0 -> ok
// run: SIZE inputs=2,4,0 -> out-of-bounds @size
// run: AFTER inputs=2,1,0 -> use-after-free @after
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int __VERIFIER_nondet_int(void);

struct undo {
    struct undo *older;
    size_t n;
    char text[];
};

static char line[64];
static struct undo *undos;

static void save(void) {
    size_t n = strlen(line);
#ifdef SIZE
    struct undo *u = malloc(sizeof *u + n);
#else
    struct undo *u = malloc(sizeof *u + n + 1);
#endif
    u->n = n;
    strcpy(u->text, line); // @size
    u->older = undos;
    undos = u;
}

static int undo(void) {
    if (undos == NULL) return 0;
    struct undo *u = undos;
    undos = u->older;
#ifdef AFTER
    free(u);
    memcpy(line, u->text, 1); // @after
#else
    memcpy(line, u->text, u->n + 1);
    free(u);
#endif
    return 1;
}

int main(void) {
    for (int n = __VERIFIER_nondet_int(); n > 0; n--) {
        int c = __VERIFIER_nondet_int();
        if (c == 0) {
            if (!undo()) puts("nothing to undo");
        } else {
            save();
            size_t length = strlen(line);
            memset(line + length, 'a' + c, (size_t)c);
            line[length + (size_t)c] = '\0';
        }
        printf("[%s]\n", line);
    }
    while (undo())
        ;
    return (int)strlen(line);
}
