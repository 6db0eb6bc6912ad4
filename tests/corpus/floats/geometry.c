// SPDX-License-Identifier: MIT
// Structs of doubles, Newton's square root, a convex hull on an array.
// run: inputs=5 -> ok
// run: inputs=2 -> ok
// run: HULL inputs=6 -> out-of-bounds @hull
#include <stdio.h>
#include <stdlib.h>

int __VERIFIER_nondet_int(void);

struct point {
    double x, y;
};

static double root(double v) {
    double r = v > 1 ? v : 1;
    for (int i = 0; i < 40; i++) r = (r + v / r) / 2;
    return r;
}

static double cross(struct point o, struct point a, struct point b) {
    return (a.x - o.x) * (b.y - o.y) - (a.y - o.y) * (b.x - o.x);
}

static int left_of(const void *a, const void *b) {
    const struct point *p = a, *q = b;
    if (p->x != q->x) return p->x < q->x ? -1 : 1;
    return (p->y > q->y) - (p->y < q->y);
}

int main(void) {
    int n = __VERIFIER_nondet_int(), h = 0;
    struct point *p = malloc((size_t)n * sizeof *p), *hull = malloc((size_t)(n + 1) * sizeof *hull);
    for (int i = 0; i < n; i++) p[i] = (struct point){i * 7 % 5, i * i % 7 / 2.0};
    qsort(p, (size_t)n, sizeof *p, left_of);
    for (int i = 0; i < n; i++) {
#ifdef HULL
        while (cross(hull[h - 2], hull[h - 1], p[i]) <= 0) h--; // @hull
#else
        while (h >= 2 && cross(hull[h - 2], hull[h - 1], p[i]) <= 0) h--;
#endif
        hull[h++] = p[i];
    }
    double length = 0;
    for (int i = 1; i < h; i++) {
        double dx = hull[i].x - hull[i - 1].x, dy = hull[i].y - hull[i - 1].y;
        length += root(dx * dx + dy * dy);
    }
    printf("%d points, length %.6f\n", h, length);
    free(hull);
    free(p);
    return 0;
}
