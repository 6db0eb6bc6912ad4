// SPDX-License-Identifier: MIT
// The game of life on a torus with two boards that change places.
// run: inputs=1 -> ok
// run: inputs=4 -> ok
// run: WRAP inputs=1 -> out-of-bounds @wrap
// run: SWAP inputs=3 -> use-after-free @swap
// also: -m32
#include <stdio.h>
#include <stdlib.h>

int __VERIFIER_nondet_int(void);

enum { W = 6, H = 5 };
typedef char board[H][W];

static int neighbours(board b, int y, int x) {
    int n = 0;
    for (int dy = -1; dy <= 1; dy++)
        for (int dx = -1; dx <= 1; dx++)
#ifdef WRAP
            if (dy || dx) n += b[y + dy][x + dx]; // @wrap
#else
            if (dy || dx) n += b[(y + dy + H) % H][(x + dx + W) % W];
#endif
    return n;
}

int main(void) {
    char(*now)[W] = calloc(H, W), (*then)[W] = calloc(H, W);
    now[0][1] = now[1][2] = now[2][0] = now[2][1] = now[2][2] = 1;
    for (int g = __VERIFIER_nondet_int(); g > 0; g--) {
        for (int y = 0; y < H; y++)
            for (int x = 0; x < W; x++) {
                int n = neighbours(now, y, x);
                then[y][x] = n == 3 || (n == 2 && now[y][x]); // @swap
            }
        char(*t)[W] = now;
        now = then;
        then = t;
#ifdef SWAP
        if (g == 2) free(then);
#endif
    }
    for (int y = 0; y < H; y++, printf("\n"))
        for (int x = 0; x < W; x++) putchar(now[y][x] ? '#' : '.');
    free(now);
    free(then);
    return 0;
}
