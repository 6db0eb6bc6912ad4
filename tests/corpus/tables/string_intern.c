// SPDX-License-Identifier: MIT
// Interned strings in one growing buffer, referred to by offset.
// run: inputs=3 -> ok
// run: POINTERS inputs=3 -> use-after-free @pointers
// run: TERMINATOR inputs=1 -> out-of-bounds @terminator
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int __VERIFIER_nondet_int(void);

static char *pool;
static size_t used, size;

static size_t intern(const char *s) {
    for (size_t at = 0; at < used; at += strlen(pool + at) + 1)
        if (strcmp(pool + at, s) == 0) return at;
#ifdef TERMINATOR
    size_t need = strlen(s);
#else
    size_t need = strlen(s) + 1;
#endif
    if (used + need > size) {
        size = size + need;
        pool = realloc(pool, size);
    }
    strcpy(pool + used, s); // @terminator
    used += need;
    return used - need;
}

int main(void) {
    char name[16];
    size_t first = intern("first");
    const char *kept = pool + first;
    for (int i = 0, n = __VERIFIER_nondet_int(); i < n; i++) {
        sprintf(name, "name%d", i % 2);
        printf("%s at %zu\n", name, intern(name));
    }
#ifdef POINTERS
    puts(kept); // @pointers
#else
    puts(pool + first);
#endif
    free(pool);
    return (int)used;
}
