// SPDX-License-Identifier: MIT
// expect: not unsafe
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

static int by_address(const void *x, const void *y) {
    const char *a = *(char *const *)x, *b = *(char *const *)y;
    return a < b ? -1 : a > b;
}

// Each case goes by where objects lie in memory: no run is the only one with its inputs.
int main(void) {
    int a[2] = {0}, b[2] = {0}, table[16] = {0};
    char *p = malloc(8), *q = malloc(8), *both[2] = {p, q}, text[40], *r = NULL;
    unsigned char bytes[sizeof p];
    uintptr_t x = (uintptr_t)p, y = (uintptr_t)q;
    memcpy(bytes, &p, sizeof p);
    switch (__VERIFIER_nondet_int()) {
    case 1: if (p < q) reach_error(); break;
    case 2: if (x > (uintptr_t)a) reach_error(); break;
    case 3: if (a + 2 != b) reach_error(); break;
    case 4: if (x % 64) reach_error(); break;
    case 5: if (x % 64 == 0) reach_error(); break;
    case 6: table[(x >> 4) % 16] = 1; if (!table[3]) reach_error(); break;
    case 7: text[39 + (x >> 4) % 16] = 0; break;
    case 8: snprintf(text, sizeof text, "%p", (void *)p); if (text[4] != 'z' && text[5] < '9') reach_error(); break;
    case 9: if (snprintf(text, sizeof text, "%p", (void *)p) == 14) reach_error(); break;
    case 10: if (bytes[1] == 0 || bytes[2] < 100) reach_error(); break;
    case 11: r = malloc(x >> 4 & 15), r[8] = 0; break;
    case 12: if (y - x > 20) reach_error(); break;
    case 13: if ((y ^ x) & 64) reach_error(); break;
    case 14: switch (x >> 4 & 1) { case 0: reach_error(); } break;
    case 15: if ((int)x > 0) reach_error(); break;
    case 16: if ((x * 2654435761u) >> 32 & 1) reach_error(); break;
    case 17: if (memcmp(&both[0], &both[1], sizeof p) < 0) reach_error(); break;
    case 18: qsort(both, 2, sizeof *both, by_address); if (both[0] == p) reach_error(); break;
    case 19: r = p < q ? p : q; free(r); free(p); return 0;
    case 20: free(p); p = malloc(8); if ((uintptr_t)p != x) reach_error(); break;
    case 21: p = realloc(p, 16); if ((uintptr_t)p != x) reach_error(); break;
    case 22: if ((double)x > 1e12) reach_error(); break;
    case 23: if (__builtin_popcountl(x) % 2) reach_error(); break;
    case 24: r = (char *)(x & ~(uintptr_t)63), r[0] = 1, r = NULL; break;
    case 25: p[q - p] = 1; if (q[0] == 1) reach_error(); break;
    case 26: if (x > 0x10000000) reach_error(); break;
    case 27: if ("xbar" + 1 != (const char *)memchr("a bar", 'b', 5)) reach_error(); break;
    case 28: if ((uintptr_t)main < (uintptr_t)by_address) reach_error(); break;
    case 29: { int inner; y = (uintptr_t)&inner; } { int inner; if (y != (uintptr_t)&inner) reach_error(); } break;
    }
    if (r != p && r != q) free(r);
    free(p);
    free(q);
    return 0;
}
