// SPDX-License-Identifier: MIT
// Designated initialisers: nested, ranges, overriding, partial arrays are zero.
// run: inputs=2 -> ok
// run: inputs=0 -> ok
// run: ZEROED inputs=1 -> null-dereference @zeroed
// run: SIZE inputs=5 -> out-of-bounds @size
// also: -m32
#include <stdio.h>

int __VERIFIER_nondet_int(void);

struct inner {
    int a, b[3];
    const char *name;
};
struct outer {
    char tag;
    struct inner in[2];
    union { long l; struct { short lo, hi; } half; } u;
};

static struct outer global = {.tag = 'g', .in = {[1] = {.b = {[1] = 7}, .name = "one"}}, .u.half.hi = 1};
static int sized[] = {[4] = 9, [1] = 3, 4};
static int ranged[10] = {[2 ... 5] = 6, [4] = 1};

int main(void) {
    int n = __VERIFIER_nondet_int();
    struct outer local = {'l', {{n, {n, n + 1}, "zero"}, [1].b[2] = n * 2}, .u = {.l = -1}};
    printf("%c %d %s %ld\n", global.tag, global.in[1].b[1], global.in[1].name, global.u.l & 0xffff);
    printf("%d %d %d %ld\n", local.in[0].b[1], local.in[0].b[2], local.in[1].b[2], local.u.l);
    printf("%zu %d %d %d\n", sizeof sized / sizeof *sized, sized[1], sized[2], sized[n]); // @size
    for (int i = 0; i < 10; i++) printf("%d", ranged[i]);
    printf("\n");
#ifdef ZEROED
    printf("%c\n", local.in[n].name[0]); // @zeroed
#endif
    struct inner copy[2] = {global.in[1], local.in[0]};
    printf("%s %s\n", copy[0].name, copy[1].name);
    int grid[2][3] = {{1}, {2, 3}};
    printf("%d %d %d\n", grid[0][2], grid[1][1], grid[1][2]);
    return 0;
}
