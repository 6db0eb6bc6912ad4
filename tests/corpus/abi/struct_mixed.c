// SPDX-License-Identifier: MIT
// Classes of the calling convention: int+double, double+double, long double, arrays of float, nested, union inside.
// run: inputs=7 -> ok
// run: inputs=-2 -> ok
// run: NESTED inputs=7 -> uninitialised-pointer @nested
// also: -m32
#include <stdio.h>

int __VERIFIER_nondet_int(void);

struct id { int i; double d; };
struct dd { double a, b; };
struct fff { float v[3]; };
struct ld { long double l; };
struct nest { struct { char c; struct { short s; } in; } a; unsigned char tail[3]; };
struct un { union { int i; float f; } u; int is_float; };
struct pp { int *p; const char *name; };

static struct id f1(struct id x, int n) { return (struct id){x.i + n, x.d * n}; }
static struct dd f2(struct dd x) { return (struct dd){x.b, x.a}; }
static struct fff f3(struct fff x, struct fff y) {
    for (int i = 0; i < 3; i++) x.v[i] += y.v[i];
    return x;
}
static struct ld f4(struct ld x) { return (struct ld){x.l / 3}; }
static struct nest f5(struct nest n) {
    n.a.in.s = (short)(n.a.c + n.tail[2]);
    return n;
}
static double f6(struct un u) { return u.is_float ? u.u.f : u.u.i; }
static int f7(struct pp x) { return *x.p + x.name[0]; } // @nested

int main(void) {
    int n = __VERIFIER_nondet_int();
    struct id a = f1((struct id){n, 0.5}, 3);
    printf("%d %.2f\n", a.i, a.d);
    struct dd b = f2((struct dd){1.5, n});
    printf("%.1f %.1f\n", b.a, b.b);
    struct fff c = f3((struct fff){{1, 2, 3}}, (struct fff){{0.5f, 0.25f, (float)n}});
    printf("%.2f %.2f %.2f\n", c.v[0], c.v[1], c.v[2]);
    printf("%.3Lf\n", f4((struct ld){n}).l);
    printf("%d\n", f5((struct nest){{'A', {0}}, {1, 2, 3}}).a.in.s);
    printf("%.1f %.1f\n", f6((struct un){{.i = n}, 0}), f6((struct un){{.f = 2.5f}, 1}));
    struct pp d;
    d.name = "z";
#ifndef NESTED
    d.p = &n;
#endif
    printf("%d\n", f7(d));
    return 0;
}
