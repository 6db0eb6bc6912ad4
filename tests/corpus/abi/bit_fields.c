// SPDX-License-Identifier: MIT
// Bit-fields: signed, unsigned, boolean, straddling, zero width, in unions; a pointer next to them.
// run: inputs=5 -> ok
// run: inputs=-1 -> ok
// run: inputs=300 -> ok
// run: INDEX inputs=7 -> out-of-bounds @index
// run: UNSET inputs=1 -> uninitialised-pointer @unset
// also: -m32
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int __VERIFIER_nondet_int(void);

struct flags {
    unsigned a : 3;
    signed b : 5;
    bool c : 1;
    unsigned long long d : 40;
    int : 0;
    unsigned char e : 4, f : 4;
    int *p;
};
struct __attribute__((packed)) packet {
    unsigned version : 4, length : 12;
    unsigned id;
    unsigned short crc : 9;
};

static int table[4] = {10, 20, 30, 40};

int main(void) {
    int n = __VERIFIER_nondet_int();
    struct flags x;
#ifndef UNSET
    memset(&x, 0, sizeof x);
    x.p = &n;
#endif
    x.a = (unsigned)n;
    x.b = n;
    x.c = n;
    x.d = (unsigned long long)n << 10;
    x.e = 15;
    x.f = (unsigned char)(x.e + 2);
    x.a++;
    x.b -= 3;
    printf("%u %d %d %llx %u %u\n", x.a, x.b, x.c, (unsigned long long)x.d, x.e, x.f);
#ifdef INDEX
    x.a = 5;
    printf("%d\n", table[x.a]); // @index
#endif
    printf("%d\n", *x.p); // @unset
    struct packet p = {.version = 4, .length = (unsigned)n & 0xfff, .id = 0xdeadbeef, .crc = 511};
    p.crc += 2;
    unsigned char raw[sizeof p];
    memcpy(raw, &p, sizeof p);
    printf("%u %u %x %u size %zu first %02x\n", p.version, p.length, p.id, p.crc, sizeof p, raw[0]);
    return table[x.a & 3] & 0x7f;
}
