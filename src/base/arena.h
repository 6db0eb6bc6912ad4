// SPDX-License-Identifier: MIT
// Bump allocation with one lifetime: everything in an arena goes when the arena goes.
#ifndef HP_BASE_ARENA_H
#define HP_BASE_ARENA_H
#include <stddef.h>
#include <stdint.h>

struct arena_chunk;
struct arena {
    struct arena_chunk *chunk;  // newest chunk, linked to older ones
    char *next, *end;           // free part of the newest chunk
    size_t total;               // bytes in all chunks
};

// A zeroed struct arena is an empty arena.
// Zeroed memory of n bytes, aligned to 16.  Never NULL.
void *arena_alloc(struct arena *a, size_t n);
// Array of n zeroed elements of `size` bytes; checks the product.
void *arena_array(struct arena *a, size_t n, size_t size);
// Copies: n bytes, or a string with its terminator.
void *arena_copy(struct arena *a, const void *p, size_t n);
char *arena_strdup(struct arena *a, const char *s);
char *arena_strndup(struct arena *a, const char *s, size_t n);
char *arena_printf(struct arena *a, const char *format, ...) __attribute__((format(printf, 2, 3)));
// Frees every chunk; the arena is empty again.
void arena_free(struct arena *a);

#define ARENA_NEW(a, T) ((T *)arena_alloc((a), sizeof(T)))
#define ARENA_ARRAY(a, T, n) ((T *)arena_array((a), (n), sizeof(T)))
#endif
