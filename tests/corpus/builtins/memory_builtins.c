// SPDX-License-Identifier: MIT
// __builtin_memcpy and friends, inline copies, alloca with alignment, string builtins.
// run: inputs=4 -> ok
// run: inputs=0 -> ok
// run: COPY inputs=12 -> out-of-bounds @copy
// run: STRLEN inputs=4 -> null-dereference @strlen
// also: -m32
#include <stdint.h>
#include <stdio.h>

int __VERIFIER_nondet_int(void);

struct block {
    int v[8];
};

int main(void) {
    int n = __VERIFIER_nondet_int();
    struct block a, b;
    __builtin_memset(&a, 0x11, sizeof a);
    __builtin_memcpy(&b, &a, sizeof b);
    __builtin_memmove(b.v + 1, b.v, (size_t)(n < 7 ? n : 7) * sizeof(int));
#ifdef COPY
    __builtin_memcpy(b.v, a.v, (size_t)n * sizeof(int)); // @copy
#endif
    printf("%x %d\n", b.v[7], __builtin_memcmp(&a, &b, sizeof a) == 0);
    char *s = __builtin_alloca_with_align(16, 256);
    __builtin_strcpy(s, "built in");
    printf("%zu %d %d\n", __builtin_strlen(s), (int)((uintptr_t)s % 32), __builtin_strcmp(s, "built") > 0);
#ifdef STRLEN
    s = n ? NULL : s;
    printf("%zu\n", __builtin_strlen(s)); // @strlen
#endif
    printf("%s\n", __builtin_strchr(s, 'i'));
    printf("%d\n", __builtin_abs(-n));
    return 0;
}
