// SPDX-License-Identifier: MIT
// Arbitrary precision factorials in an array of 32-bit limbs on the heap.
// run: inputs=0 -> ok
// run: inputs=20 -> ok
// run: inputs=35 -> ok
// run: CARRY inputs=35 -> out-of-bounds @carry
// run: LEAK inputs=20 -> memory-leak @leak
// also: -m32
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int __VERIFIER_nondet_int(void);

struct big {
    uint32_t *limb;
    size_t n;
};

static void multiply(struct big *b, uint32_t by) {
    uint64_t carry = 0;
    for (size_t i = 0; i < b->n; i++) {
        carry += (uint64_t)b->limb[i] * by;
        b->limb[i] = (uint32_t)carry;
        carry >>= 32;
    }
    if (carry) {
#ifdef CARRY
        b->limb[b->n++] = (uint32_t)carry; // @carry
#else
        b->limb = realloc(b->limb, (b->n + 1) * sizeof *b->limb);
        b->limb[b->n++] = (uint32_t)carry;
#endif
    }
}

static char *decimal(const struct big *b) {
    size_t n = b->n, at = 10 * n;
    uint32_t *copy = malloc(n * sizeof *copy);
    char *out = malloc(at + 1);
    memcpy(copy, b->limb, n * sizeof *copy);
    out[at] = '\0';
    do {
        uint64_t rest = 0;
        for (size_t i = n; i-- > 0;) {
            rest = rest << 32 | copy[i];
            copy[i] = (uint32_t)(rest / 10);
            rest %= 10;
        }
        out[--at] = (char)('0' + rest);
        while (n && copy[n - 1] == 0) n--;
    } while (n);
#ifndef LEAK
    free(copy);
#endif
    memmove(out, out + at, strlen(out + at) + 1);
    return out;
} // @leak

int main(void) {
    struct big b = {malloc(sizeof *b.limb), 1};
    *b.limb = 1;
    int n = __VERIFIER_nondet_int();
    for (int i = 2; i <= n; i++) multiply(&b, (uint32_t)i);
    char *s = decimal(&b);
    printf("%d! = %s\n", n, s);
    free(s);
    free(b.limb);
    return 0;
}
