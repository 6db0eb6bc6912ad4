// expect: safe
// expect -DEND: unsafe out-of-bounds @sum
// expect -DEARLY: unsafe use-after-free @sum
// Pieces of a text of any length by recursion: where the callers' pointers lead to is forgotten beyond so many, and with them what is told of
// their distances.
#include <stdlib.h>
extern unsigned __VERIFIER_nondet_uint(void);

static int pieces(char *text, size_t size, size_t begin) {
    size_t length = __VERIFIER_nondet_uint() % 16;
    char *first = text + begin, *behind = first + length;
#ifdef END
    if (begin + length > size || !__VERIFIER_nondet_uint()) return 0;
#else
    if (begin + length >= size || !__VERIFIER_nondet_uint()) return 0;
#endif
    int n = pieces(text, size, begin + length);
#ifdef EARLY
    if (n == 3) free(text);
#endif
    return n + (first < behind) + text[begin];  // @sum
}

int main(void) {
    size_t size = 1 + __VERIFIER_nondet_uint() % 1000;
    char *text = calloc(size, 1);
    int n = pieces(text, size, 0);
    free(text);
    return n;
}
