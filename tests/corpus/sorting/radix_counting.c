// SPDX-License-Identifier: MIT
// Counting and radix sort with bucket arrays.
// run: inputs=6,170,45,75,90,802,24 -> ok
// run: inputs=3,9,9,9 -> ok
// run: BUCKET inputs=3,255,256,1 -> out-of-bounds @bucket
// run: SCRATCH inputs=3,1,2,3 -> memory-leak @scratch
// also: -m32
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int __VERIFIER_nondet_int(void);

static void radix(uint32_t *v, size_t n) {
    uint32_t *scratch = malloc(n * sizeof *scratch);
    for (unsigned shift = 0; shift < 32; shift += 8) {
#ifdef BUCKET
        size_t start[256] = {0};
#else
        size_t start[257] = {0};
#endif
        for (size_t i = 0; i < n; i++) start[(v[i] >> shift & 0xff) + 1]++; // @bucket
        for (int b = 0; b < 255; b++) start[b + 1] += start[b];
        for (size_t i = 0; i < n; i++) scratch[start[v[i] >> shift & 0xff]++] = v[i];
        memcpy(v, scratch, n * sizeof *v);
    }
#ifndef SCRATCH
    free(scratch);
#endif
} // @scratch

int main(void) {
    size_t n = (size_t)__VERIFIER_nondet_int();
    uint32_t v[16];
    for (size_t i = 0; i < n; i++) v[i] = (uint32_t)__VERIFIER_nondet_int();
    radix(v, n);
    for (size_t i = 0; i < n; i++) printf("%u ", v[i]);
    printf("\n");
    return 0;
}
