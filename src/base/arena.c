// SPDX-License-Identifier: MIT
#include "base/arena.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/vec.h"

struct arena_chunk {
    struct arena_chunk *older;
    size_t size;
};
enum { HEADER = 16, FIRST = 4096, LARGEST = 1 << 20 };

static void add_chunk(struct arena *a, size_t n) {
    size_t size = a->chunk ? a->chunk->size * 2 : FIRST;
    if (size > LARGEST) size = LARGEST;
    if (n > SIZE_MAX - HEADER) base_out_of_memory();
    if (size < n + HEADER) size = n + HEADER;
    struct arena_chunk *c = malloc(size);
    if (!c) base_out_of_memory();
    c->older = a->chunk;
    c->size = size;
    a->chunk = c;
    a->next = (char *)c + HEADER;
    a->end = (char *)c + size;
    a->total += size;
}

void *arena_alloc(struct arena *a, size_t n) {
    if (n > SIZE_MAX - 15) base_out_of_memory();
    n = (n + 15) & ~(size_t)15;
    if ((size_t)(a->end - a->next) < n || !a->chunk) add_chunk(a, n);
    void *p = a->next;
    a->next += n;
    return memset(p, 0, n);
}

void *arena_array(struct arena *a, size_t n, size_t size) {
    if (size && n > SIZE_MAX / size) base_out_of_memory();
    return arena_alloc(a, n * size);
}

void *arena_copy(struct arena *a, const void *p, size_t n) {
    void *q = arena_alloc(a, n);
    return n ? memcpy(q, p, n) : q;
}

char *arena_strndup(struct arena *a, const char *s, size_t n) {
    char *q = arena_alloc(a, n + 1);
    if (n) memcpy(q, s, n);
    return q;
}

char *arena_strdup(struct arena *a, const char *s) {
    return arena_strndup(a, s, strlen(s));
}

char *arena_printf(struct arena *a, const char *format, ...) {
    va_list ap;
    va_start(ap, format);
    int n = vsnprintf(NULL, 0, format, ap);
    va_end(ap);
    char *q = arena_alloc(a, (size_t)n + 1);
    va_start(ap, format);
    vsnprintf(q, (size_t)n + 1, format, ap);
    va_end(ap);
    return q;
}

void arena_free(struct arena *a) {
    while (a->chunk) {
        struct arena_chunk *c = a->chunk;
        a->chunk = c->older;
        free(c);
    }
    *a = (struct arena){0};
}
