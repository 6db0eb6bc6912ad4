// SPDX-License-Identifier: MIT
// Growable arrays.  `VEC(T) v = {0};` is an empty vector of T; elements are v.at[0] .. v.at[v.n - 1].
// Memory comes from malloc; a failed allocation ends the process (base_out_of_memory).  An odd `cap` says that it is lent: part of a block
// of somebody else's, who gives it back.  A vector that outgrows it moves out.
#ifndef HP_BASE_VEC_H
#define HP_BASE_VEC_H
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#define VEC(T)         \
    struct {           \
        T *at;         \
        uint32_t n;    \
        uint32_t cap;  \
    }

// Ends the process at once with status BASE_NO_MEMORY, by which the process that watches it knows the reason.
enum { BASE_NO_MEMORY = 71 };
_Noreturn void base_out_of_memory(void);

// Grows *at (elements of `size` bytes) so that at least `need` fit; used by the macros only.
void base_vec_grow(void **at, uint32_t *cap, size_t need, size_t size);

static inline uint32_t base_vec_lower(const void *at, uint32_t n, size_t size, const uint32_t *key, uint32_t words) {
    uint32_t low = 0;
    while (low < n) {
        uint32_t middle = (low + n) / 2, i = 0;
        const uint32_t *x = (const uint32_t *)(const void *)((const char *)at + middle * size);
        while (i + 1 < words && x[i] == key[i]) i++;
        if (x[i] < key[i])
            low = middle + 1;
        else
            n = middle;
    }
    return low;
}

static inline uint32_t base_vec_find(const void *at, uint32_t n, size_t size, const void *x) {
    uint32_t i = 0;
    while (i < n && memcmp((const char *)at + i * size, x, size) != 0) i++;
    return i;
}

#define vec_reserve(v, need) \
    ((need) <= (v)->cap ? (void)0 : base_vec_grow((void **)&(v)->at, &(v)->cap, (need), sizeof *(v)->at))
#define vec_push(v, ...) (vec_reserve((v), (size_t)(v)->n + 1), (void)((v)->at[(v)->n++] = __VA_ARGS__))
// Appends one zeroed element and yields a pointer to it (valid until the next push).
#define vec_add(v) (vec_reserve((v), (size_t)(v)->n + 1), memset(&(v)->at[(v)->n], 0, sizeof *(v)->at), &(v)->at[(v)->n++])
#define vec_pop(v) ((v)->at[--(v)->n])
#define vec_last(v) ((v)->at[(v)->n - 1])
#define vec_clear(v) ((void)((v)->n = 0))
// It becomes element number i, a variable; those from there on move up.
#define vec_insert(v, i, ...)                                                                               \
    (vec_reserve((v), (size_t)(v)->n + 1),                                                                  \
     (void)memmove(&(v)->at[(i) + 1], &(v)->at[i], ((v)->n++ - (i)) * sizeof *(v)->at), (void)((v)->at[i] = __VA_ARGS__))
// So many elements from number i on, variables, go; those behind them move down.
#define vec_remove(v, i, count) \
    ((count) != 0 ? (void)((v)->n -= (count), memmove(&(v)->at[i], &(v)->at[(i) + (count)], ((v)->n - (i)) * sizeof *(v)->at)) : (void)0)
// Appends so many elements that lie at p, which is not in the vector.
#define vec_append(v, p, count)                        \
    (vec_reserve((v), (size_t)(v)->n + (count)),       \
     (count) != 0 ? (void)memcpy(&(v)->at[(v)->n], (p), (count) * sizeof *(v)->at) : (void)0, (void)((v)->n += (count)))
// Of elements in the order of their first so many words: the number of the first that is not below the key.
#define vec_lower(v, key, words) base_vec_lower((v)->at, (v)->n, sizeof *(v)->at, (key), (words))
// Of elements without padding: the number of the first with the bytes of *x, or n.
#define vec_find(v, x) base_vec_find((v)->at, (v)->n, sizeof *(v)->at, (x))
// Its elements are to lie at p, where there is room for `room` of them, or one less.
#define vec_lend(v, p, room) ((v)->at = (void *)(p), (v)->n = 0, (v)->cap = ((room) - 1) | 1)
#define vec_is_lent(v) ((v)->cap & 1)
#define vec_free(v) (vec_is_lent(v) ? (void)0 : free((v)->at), (v)->at = NULL, (v)->n = (v)->cap = 0)
#endif
