// expect: safe
// expect -DBAD: unsafe out-of-bounds 18
// Less of a string is read than it is known to have.
#include <stdlib.h>
#include <string.h>

extern unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
    size_t n = __VERIFIER_nondet_uchar(), room = 4;
    char *text = malloc(room), *from = malloc(n + 1);
    memset(from, 'x', n);
    from[n] = 0;
    strcpy(text, "");
#ifdef BAD
    strcpy(text, "a");
#endif
    if (strlen(from) >= 5) strncat(text, from, 3);
    free(text);
    free(from);
    return 0;
}
