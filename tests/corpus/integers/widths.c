// SPDX-License-Identifier: MIT
// Arithmetic at 8, 16, 32 and 64 bits: wrap-around, promotion, sign extension, truncation.
// run: inputs=0 -> ok
// run: inputs=-1 -> ok
// run: inputs=2147483647 -> ok
// run: inputs=-2147483648 -> ok
// run: inputs=40000 -> ok
// also: -m32
#include <inttypes.h>
#include <stdint.h>
#include <stdio.h>

int __VERIFIER_nondet_int(void);

int main(void) {
    int n = __VERIFIER_nondet_int();
    int8_t a = (int8_t)n;
    uint8_t b = (uint8_t)n;
    int16_t c = (int16_t)n;
    uint16_t d = (uint16_t)n;
    uint32_t e = (uint32_t)n;
    int64_t f = n;
    uint64_t g = (uint64_t)n;
    printf("%d %u %d %u %" PRIu32 " %" PRId64 " %" PRIu64 "\n", a, b, c, d, e, f, g);
    a++, b++, c += 7, d *= 3, e += 5, f <<= 3, g >>= 3;
    printf("%d %u %d %u %" PRIu32 " %" PRId64 " %" PRIx64 "\n", a, b, c, d, e, f, g);
    printf("%d %d %d\n", a < b, (unsigned)a < b, (int64_t)e < f);
    printf("%d %d\n", (int)(b * b), (int16_t)(d * d));
    printf("%u %" PRId64 "\n", (unsigned)(uint8_t)~b, (int64_t)(int32_t)e);
    printf("%d %d %d\n", n >> 1, -(n / 2), n ^ (n >> 31));
    printf("%u %u\n", e / 7, e % 7);
    printf("%" PRId64 " %" PRId64 "\n", f * 1000003 / 17, f % 1000);
    return (int)(g & 0x7f);
}
