// SPDX-License-Identifier: MIT
// Blocks of memory that come and go: what is given back is taken again by the next who wants as much.
#ifndef HP_BASE_POOL_H
#define HP_BASE_POOL_H
#include <stddef.h>

enum { POOL_LEAST = 6, POOL_MOST = 20, POOL_SIZES = POOL_MOST - POOL_LEAST + 1 };  // powers of two; larger blocks are not kept
struct pool_block {
    struct pool_block *next;
};
struct pool {
    struct pool_block *spare[POOL_SIZES];  // by size
};

// A zeroed pool is empty.  Without a pool (NULL) blocks come from malloc and go back there; in builds with validators they always do, so that
// sanitizers see each of them.
void *pool_take(struct pool *p, size_t size);  // not zeroed, aligned for everything; never NULL
void *pool_take_zeroed(struct pool *p, size_t n, size_t size);
void pool_give(struct pool *p, void *block, size_t size);  // as much as was taken; a block that is NULL is none
void pool_free(struct pool *p);  // what was given back
#endif
