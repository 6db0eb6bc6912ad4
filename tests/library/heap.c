// SPDX-License-Identifier: MIT
// Allocations of the library pass here: recorded during a call, and refused when told.
#include <errno.h>
#include <string.h>

#include "harness.h"

void *__libc_malloc(size_t size);
void *__libc_calloc(size_t n, size_t size);
void *__libc_realloc(void *p, size_t size);
void __libc_free(void *p);

enum { MAX_BLOCKS = 4096 };
static struct block blocks[MAX_BLOCKS];
static unsigned n_blocks;
bool heap_recording;
long heap_fail_after = -1;

struct block *heap_find(const void *p) {
    for (unsigned i = n_blocks; i-- > 0;) {
        if (blocks[i].at == p) return &blocks[i];
    }
    return NULL;
}

struct block *heap_first(const void *p) {
    for (unsigned i = 0; i < n_blocks; i++) {
        if (blocks[i].at == p) return &blocks[i];
    }
    return NULL;
}

static void *record(void *p, size_t size) {
    if (p && heap_recording && n_blocks < MAX_BLOCKS) blocks[n_blocks++] = (struct block){p, size, false};
    return p;
}

static bool refused(void) {
    if (!heap_recording || heap_fail_after < 0) return false;
    if (heap_fail_after > 0) {
        heap_fail_after--;
        return false;
    }
    errno = ENOMEM;
    return true;
}

void *heap_block(size_t size) {
    void *p = __libc_malloc(size);
    if (p && n_blocks < MAX_BLOCKS) blocks[n_blocks++] = (struct block){p, size, false};
    return p;
}

static void released(void *p) {
    struct block *b = p ? heap_find(p) : NULL;
    if (b) b->freed = true;
}

void *malloc(size_t size) {
    return refused() ? NULL : record(__libc_malloc(size), size);
}
void *calloc(size_t n, size_t size) {
    return refused() ? NULL : record(__libc_calloc(n, size), n * size);
}
void *realloc(void *p, size_t size) {
    if (refused()) return NULL;
    void *q = __libc_realloc(p, size);
    if (q || (p && size == 0)) released(p);
    return record(q, size);
}
void free(void *p) {
    released(p);
    __libc_free(p);
}
