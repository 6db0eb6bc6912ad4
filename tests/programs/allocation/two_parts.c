// expect: safe
// expect -DSECOND: unsafe out-of-bounds @value
// expect -DSHORT: unsafe out-of-bounds @end
// A key and a value in one block, each with its terminator.
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
extern unsigned short __VERIFIER_nondet_ushort(void);

struct pair {
    char *key, *value;
};

int main(void) {
    size_t k = __VERIFIER_nondet_ushort(), v = __VERIFIER_nondet_ushort();
#ifdef SHORT
    char *block = malloc(k + 1 + v);
#else
    char *block = malloc(k + 1 + v + 1);
#endif
    if (!block) return 1;
    struct pair p = {block, block + k + 1};
    memset(p.key, 'k', k);
    p.key[k] = 0;
#ifdef SECOND
    memset(p.value + 2, 'v', v); // @value
#else
    memset(p.value, 'v', v);
#endif
    p.value[v] = 0; // @end
    free(block);
    return 0;
}
