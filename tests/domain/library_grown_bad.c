// expect: unsafe memory-leak @lost
// expect -DMET: unsafe uninitialised-value @met
// A block that is lost where a request cannot be met, which does not follow from what is there; a stream that was read.
#include <stdio.h>
#include <stdlib.h>
extern unsigned long __VERIFIER_nondet_ulong(void);

int main(void) {
#if defined MET
    int last;
    FILE *f = fopen("x", "r");
    if (!f) return 1;
    getc(f);
    while (!feof(f)) last = fgetc(f);
    fclose(f);
    if (last) puts("last"); // @met
#else
    char *block = malloc(1), *more = realloc(block, __VERIFIER_nondet_ulong() | 1);
    free(more);
#endif
    return 0;
} // @lost
