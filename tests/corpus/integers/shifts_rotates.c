// SPDX-License-Identifier: MIT
// Shifts by variable amounts, rotates, masks, bit reversal by hand.
// run: inputs=1,0 -> ok
// run: inputs=-559038737,7 -> ok
// run: inputs=255,31 -> ok
// run: TABLE inputs=3,33 -> out-of-bounds @table
// also: -m32
#include <stdint.h>
#include <stdio.h>

int __VERIFIER_nondet_int(void);

static uint32_t rotl(uint32_t x, unsigned k) { return x << (k & 31) | x >> (-k & 31); }
static uint8_t rotr8(uint8_t x, unsigned k) { return (uint8_t)(x >> (k & 7) | x << (-k & 7)); }

static uint32_t reverse(uint32_t x) {
    x = (x & 0x55555555) << 1 | (x >> 1 & 0x55555555);
    x = (x & 0x33333333) << 2 | (x >> 2 & 0x33333333);
    x = (x & 0x0f0f0f0f) << 4 | (x >> 4 & 0x0f0f0f0f);
    return x << 24 | (x & 0xff00) << 8 | (x >> 8 & 0xff00) | x >> 24;
}

int main(void) {
    uint32_t x = (uint32_t)__VERIFIER_nondet_int();
    unsigned k = (unsigned)__VERIFIER_nondet_int();
    uint32_t masks[32];
    for (int i = 0; i < 32; i++) masks[i] = (uint32_t)(((uint64_t)1 << i) - 1);
#ifdef TABLE
    printf("%x\n", masks[k]); // @table
#endif
    printf("%08x %02x %08x\n", rotl(x, k), rotr8((uint8_t)x, k), reverse(x));
    printf("%x %x\n", x & masks[k & 31], x >> (k & 31));
    printf("%d %lld\n", (int32_t)x >> (k & 31), (long long)((uint64_t)x << 32) >> k);
    printf("%d\n", (int8_t)(x << 4) >> 2);
    return 0;
}
