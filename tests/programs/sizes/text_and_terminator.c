// expect: safe
// expect -DWRAPS: unsafe out-of-bounds @fill by size-overflow
// One byte more, for the terminator.
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
extern unsigned long __VERIFIER_nondet_ulong(void);

static char *blank(size_t n) {
#ifndef WRAPS
    if (n == SIZE_MAX) return NULL;
#endif
    char *text = malloc(n + 1);
    if (!text) return NULL;
    memset(text, ' ', n); // @fill
    text[n] = 0;
    return text;
}

int main(void) {
    char *text = blank(__VERIFIER_nondet_ulong());
    if (!text) return 1;
    int empty = text[0] == 0;
    free(text);
    return empty;
}
