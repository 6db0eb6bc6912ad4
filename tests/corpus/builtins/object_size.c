// SPDX-License-Identifier: MIT
// object_size, expect, constant_p, choose_expr, types_compatible, unreachable, assume_aligned.
// run: inputs=5 -> ok
// run: inputs=20 -> ok
// run: UNCHECKED inputs=20 -> out-of-bounds @unchecked
// also: -m32
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int __VERIFIER_nondet_int(void);

#define likely(x) __builtin_expect(!!(x), 1)
#define unlikely(x) __builtin_expect(!!(x), 0)
#define MAX_OF(a, b) __builtin_choose_expr(sizeof(a) >= sizeof(b), sizeof(a), sizeof(b))

struct packet {
    char head[4];
    char body[12];
};

static size_t put(char *to, size_t room, int n) {
#ifndef UNCHECKED
    if (unlikely((size_t)n > room)) return 0;
#endif
    memset(to, '#', (size_t)n); // @unchecked
    return (size_t)n;
}

static int sign(int n) {
    if (n > 0) return 1;
    if (n < 0) return -1;
    if (n == 0) return 0;
    __builtin_unreachable();
}

int main(void) {
    int n = __VERIFIER_nondet_int();
    struct packet *p = __builtin_assume_aligned(malloc(sizeof *p), 4);
    char local[10];
    printf("%zu %zu\n", __builtin_object_size(local, 0), __builtin_object_size(local + 4, 1));
    printf("%zu\n", put(p->body, sizeof p->body, n));
    if (likely(n > 0)) printf("%d %zu\n", sign(n), (size_t)MAX_OF(short, long long));
    printf("%d %d\n", __builtin_types_compatible_p(int, unsigned), __builtin_constant_p(3 + 4));
    free(p);
    return __builtin_offsetof(struct packet, body[2]);
}
