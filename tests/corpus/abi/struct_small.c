// SPDX-License-Identifier: MIT
// Small structs by value: two ints in one register, mixed float and int, char arrays.
// run: inputs=3,4 -> ok
// run: inputs=-1,100 -> ok
// run: HANDLE inputs=1,1 -> null-dereference @handle
// also: -m32
#include <stdio.h>

int __VERIFIER_nondet_int(void);

struct point { int x, y; };
struct mixed { float f; int i; };
struct tiny { char c[3]; };
struct one { short s; };
struct handle { int *p; int tag; };

static struct point add(struct point a, struct point b) { return (struct point){a.x + b.x, a.y + b.y}; }
static struct mixed twice(struct mixed m) {
    m.f *= 2;
    m.i *= 2;
    return m;
}
static struct tiny rotate(struct tiny t) {
    struct tiny r = {{t.c[1], t.c[2], t.c[0]}};
    return r;
}
static struct one next(struct one o) {
    o.s++;
    return o;
}
static struct handle wrap(int *p, int tag) {
    struct handle h = {p, tag};
    return h;
}
static int read_handle(struct handle h) { return *h.p + h.tag; } // @handle

int main(void) {
    int a = __VERIFIER_nondet_int(), b = __VERIFIER_nondet_int();
    struct point p = add((struct point){a, b}, (struct point){.y = 10});
    printf("%d %d\n", p.x, p.y);
    struct mixed m = twice((struct mixed){1.25f, a});
    printf("%.2f %d\n", m.f, m.i);
    struct tiny t = rotate(rotate((struct tiny){{'a', 'b', 'c'}}));
    printf("%.3s\n", t.c);
    printf("%d\n", next(next((struct one){32766})).s);
    struct handle h = wrap(&a, b);
#ifdef HANDLE
    h = wrap(0, b);
#endif
    printf("%d\n", read_handle(h));
    return 0;
}
