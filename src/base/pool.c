// SPDX-License-Identifier: MIT
#include "base/pool.h"

#include <assert.h>
#include <stdbool.h>

#include "base/vec.h"

#ifdef HEAPPROOF_DEBUG
static const bool keeps = false;
#else
static const bool keeps = true;
#endif

// The power of two that holds so much.
static unsigned power_of(size_t size) {
    return size <= (size_t)1 << POOL_LEAST ? POOL_LEAST : 64 - (unsigned)__builtin_clzll(size - 1);
}

void *pool_take(struct pool *p, size_t size) {
    unsigned power = power_of(size);
    bool kept = keeps && p && power <= POOL_MOST;
    struct pool_block *b = kept ? p->spare[power - POOL_LEAST] : NULL;
    if (b) {
        p->spare[power - POOL_LEAST] = b->next;
        return b;
    }
    b = malloc(kept ? (size_t)1 << power : size ? size : 1);
    if (!b) base_out_of_memory();
    return b;
}

void *pool_take_zeroed(struct pool *p, size_t n, size_t size) {
    assert(size);
    if (n > SIZE_MAX / size) base_out_of_memory();
    return memset(pool_take(p, n * size), 0, n * size);
}

void pool_give(struct pool *p, void *block, size_t size) {
    unsigned power = power_of(size);
    if (keeps && p && block && power <= POOL_MOST) {
        struct pool_block *b = block;
        b->next = p->spare[power - POOL_LEAST];
        p->spare[power - POOL_LEAST] = b;
    } else {
        free(block);
    }
}

void pool_free(struct pool *p) {
    for (unsigned i = 0; i < POOL_SIZES; i++)
        while (p->spare[i]) {
            struct pool_block *b = p->spare[i];
            p->spare[i] = b->next;
            free(b);
        }
}
