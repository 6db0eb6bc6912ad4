// SPDX-License-Identifier: MIT
#include "base/vec.h"

#include <unistd.h>

_Noreturn void base_out_of_memory(void) {
    static const char text[] = "heapproof: out of memory\n";
    ssize_t n = write(2, text, sizeof text - 1);
    (void)n;
    _exit(BASE_NO_MEMORY);
}

void base_vec_grow(void **at, uint32_t *cap, size_t need, size_t size) {
    size_t n = *cap ? (size_t)*cap * 2 : 8;
    if (n < need) n = need;
    if (n > UINT32_MAX || n > SIZE_MAX / size) base_out_of_memory();
    void *p = realloc(*at, n * size);
    if (!p) base_out_of_memory();
    *at = p;
    *cap = (uint32_t)n;
}
