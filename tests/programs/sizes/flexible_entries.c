// expect: safe
// expect -DWRAPS: unsafe out-of-bounds @count by size-overflow
// sizeof(struct) + n * sizeof(element)
#include <stdint.h>
#include <stdlib.h>
extern unsigned long __VERIFIER_nondet_ulong(void);

struct table {
    size_t count;
    uint32_t entries[];
};

static struct table *table_new(size_t n) {
#ifndef WRAPS
    if (n > (SIZE_MAX - sizeof(struct table)) / sizeof(uint32_t)) return NULL;
#endif
    struct table *t = malloc(sizeof *t + n * sizeof t->entries[0]);
    if (!t) return NULL;
    t->count = n; // @count
    return t;
}

int main(void) {
    struct table *t = table_new(__VERIFIER_nondet_ulong());
    if (!t) return 1;
    free(t);
    return 0;
}
