// expect: safe
// expect -DSHORT: unsafe out-of-bounds @end
// expect -DOPEN: unsafe uninitialised-value @read
// expect -DBEFORE: unsafe out-of-bounds @first
// A copy of so many bytes, and a terminator: one byte too short, without it, and at the wrong end.
#include <stdlib.h>
#include <string.h>
extern unsigned char __VERIFIER_nondet_uchar(void);

static char *copy_text(const char *from, size_t n) {
#ifdef SHORT
    char *to = malloc(n);
#else
    char *to = malloc(n + 1);
#endif
    if (!to) return NULL;
    for (size_t i = 0; i < n; i++) to[i] = from[i];
#ifndef OPEN
    to[n] = 0; // @end
#endif
    return to;
}

int main(void) {
    char line[256];
    size_t n = __VERIFIER_nondet_uchar(), length = 0;
    for (size_t i = 0; i < n; i++) line[i] = 'a';
    char *copy = copy_text(line, n);
    if (!copy) return 1;
#ifdef BEFORE
    copy[n - 1] = '.'; // @first
#endif
    while (copy[length]) length++; // @read
    free(copy);
    return length > 0;
}
