// expect: safe
// expect -DWRAPS: unsafe out-of-bounds @key by size-overflow
// A key and a value in one block.
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
extern unsigned __VERIFIER_nondet_uint(void);

static char *pair_new(uint32_t key, uint32_t value) {
#ifdef WRAPS
    uint32_t all = key + value;
#else
    size_t all = (size_t)key + value;
#endif
    char *pair = malloc(all);
    if (!pair) return NULL;
    memset(pair, 'k', key); // @key
    return pair;
}

int main(void) {
    uint32_t key = __VERIFIER_nondet_uint(), value = __VERIFIER_nondet_uint();
    char *pair = pair_new(key, value);
    free(pair);
    return 0;
}
