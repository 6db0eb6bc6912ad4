// SPDX-License-Identifier: MIT
// Checksums and hashes: CRC-32 with a table, Adler, FNV, a xorshift generator.
// run: inputs=0 -> ok
// run: inputs=12345 -> ok
// run: SHIFTED inputs=1 -> out-of-bounds @shifted
// also: -m32
#include <stdint.h>
#include <stdio.h>
#include <string.h>

int __VERIFIER_nondet_int(void);

static uint32_t table[256];

static void fill(void) {
    for (uint32_t i = 0; i < 256; i++) {
        uint32_t c = i;
        for (int k = 0; k < 8; k++) c = c & 1 ? 0xedb88320u ^ c >> 1 : c >> 1;
        table[i] = c;
    }
}

static uint32_t crc(const char *s, size_t n) {
    uint32_t c = 0xffffffffu;
#ifdef SHIFTED
    while (n--) c = table[(unsigned char)*s++ + 1] ^ c >> 8; // @shifted
#else
    while (n--) c = table[(c ^ (unsigned char)*s++) & 0xff] ^ c >> 8;
#endif
    return ~c;
}

static uint32_t adler(const char *s, size_t n) {
    uint32_t a = 1, b = 0;
    while (n--) a = (a + (unsigned char)*s++) % 65521, b = (b + a) % 65521;
    return b << 16 | a;
}

static uint64_t fnv(const char *s) {
    uint64_t h = 0xcbf29ce484222325u;
    while (*s) h = (h ^ (unsigned char)*s++) * 0x100000001b3u;
    return h;
}

int main(void) {
    char text[40];
    fill();
    snprintf(text, sizeof text, "seed %d \xff\xfe", __VERIFIER_nondet_int());
    printf("%08x %08x\n", crc("123456789", 9), crc(text, strlen(text)));
    printf("%08x %016llx\n", adler(text, strlen(text)), (unsigned long long)fnv(text));
    uint64_t x = fnv(text);
    for (int i = 0; i < 3; i++) {
        x ^= x << 13;
        x ^= x >> 7;
        x ^= x << 17;
        printf("%llx\n", (unsigned long long)x);
    }
    return 0;
}
