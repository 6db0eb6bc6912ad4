// SPDX-License-Identifier: MIT
#include "base/vec.h"

#include <stdbool.h>
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
    n += n & 1;
    if (n > UINT32_MAX || n > SIZE_MAX / size) base_out_of_memory();
    bool lent = *cap & 1;
    void *p = realloc(lent ? NULL : *at, n * size);
    if (!p) base_out_of_memory();
    if (lent) memcpy(p, *at, *cap * size);
    *at = p;
    *cap = (uint32_t)n;
}
