// SPDX-License-Identifier: MIT
// popcount, clz, ctz, ffs, parity, bswap, bit reverse and rotate builtins.
// run: inputs=1 -> ok
// run: inputs=-1 -> ok
// run: inputs=305419896 -> ok
// run: WORDS inputs=260 -> out-of-bounds @words
// also: -m32
#include <stdint.h>
#include <stdio.h>
#include <string.h>

int __VERIFIER_nondet_int(void);

static uint64_t set[4];

static void add(unsigned i) {
    set[i / 64] |= (uint64_t)1 << i % 64; // @words
}

static int lowest(void) {
    for (int i = 0; i < 4; i++)
        if (set[i]) return i * 64 + __builtin_ctzll(set[i]);
    return -1;
}

int main(void) {
    unsigned x = (unsigned)__VERIFIER_nondet_int();
    unsigned long long y = (unsigned long long)x << 32 | 0x80;
    printf("%d %d\n", __builtin_popcount(x), __builtin_popcountll(y));
    printf("%d %d %d %d\n", __builtin_clz(x), __builtin_ctz(x), __builtin_clzll(y), __builtin_ctzll(y));
    printf("%d %d %d\n", __builtin_ffs((int)x), __builtin_ffsll(0), __builtin_parity(x));
    printf("%x %llx %x\n", __builtin_bswap32(x), __builtin_bswap64(y), __builtin_bswap16((uint16_t)x));
    printf("%x %x\n", __builtin_bitreverse32(x), __builtin_rotateleft32(x, 9));
    printf("%d\n", __builtin_clrsb((int)x));
#ifdef WORDS
    add(x);
#endif
    add(200);
    add(x % 256);
    printf("%d\n", lowest());
    return 0;
}
