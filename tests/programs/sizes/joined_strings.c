// expect: safe
// expect -DWRAPS: unsafe out-of-bounds @copy by size-overflow
// The length of a string that is made of copies of another is kept in 8 bits.
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
extern unsigned char __VERIFIER_nondet_uchar(void);
static const char word[] = "word ";

int main(void) {
    uint8_t times = __VERIFIER_nondet_uchar();
#ifdef WRAPS
    uint8_t length = (uint8_t)(times * 5 + 1);
#else
    size_t length = (size_t)times * 5 + 1;
#endif
    char *text = malloc(length), *at = text;
    if (!text) return 1;
    for (unsigned i = 0; i < times; i++) {
        memcpy(at, word, 5); // @copy
        at += 5;
    }
    *at = 0;
    free(text);
    return 0;
}
