// SPDX-License-Identifier: MIT
// Functions that the compiler knows by itself: rounding, least and greatest, sign, and what kind of number a float is.
// run: -> ok
// also: -m32
#include <math.h>
#include <stdio.h>

static void round_double(double x) {
    printf("%g: %g %g %g %g %g %g\n", x, floor(x), ceil(x), trunc(x), round(x), rint(x), nearbyint(x));
}

static void round_others(float f, long double l) {
    printf("%g %g %Lg %Lg %g %Lg\n", floorf(f), ceilf(f), truncl(l), roundl(l), copysignf(f, -1), copysignl(l, 1));
}

static void classes(double x) {
    float f = (float)x;
    printf("%g: %d%d%d%d%d ", x, isnan(x) != 0, isinf(x) != 0, isfinite(x) != 0, isnormal(x) != 0, fpclassify(x));
    printf("%d%d%d%d%d ", isnan(f) != 0, isinf(f) != 0, isfinite(f) != 0, isnormal(f) != 0, signbit(f) != 0);
    for (int k = 2; k < 10; k++) {
        int bit = k == 2   ? __builtin_isfpclass(x, 1 << 2)
                  : k == 3 ? __builtin_isfpclass(x, 1 << 3)
                  : k == 4 ? __builtin_isfpclass(x, 1 << 4)
                  : k == 5 ? __builtin_isfpclass(x, 1 << 5)
                  : k == 6 ? __builtin_isfpclass(x, 1 << 6)
                  : k == 7 ? __builtin_isfpclass(x, 1 << 7)
                  : k == 8 ? __builtin_isfpclass(x, 1 << 8)
                           : __builtin_isfpclass(x, 1 << 9);
        putchar('0' + bit);
    }
    printf(" %d%d\n", __builtin_isfpclass(f, 0x2f7), __builtin_isfpclass(x, 0x108));
}

int main(void) {
    static const double numbers[] = {0.0, -0.0, 1.0, -2.5, 3.75, 0.5, -0.5, 1e300, -1e300, 1e-310, -1e-310, 1e-40, INFINITY, -INFINITY, NAN};
    for (unsigned i = 0; i < sizeof numbers / sizeof *numbers; i++) {
        volatile double x = numbers[i];
        if (x == x) round_double(x);
        round_others((float)x == (float)x ? (float)x : 0, (long double)(x == x ? x : 0));
        classes(x != x ? fabs(x) : x);
        printf("%g %g %g\n", fmin(x, 1), fmax(x, -1), fma(x == x ? x : 0, 2, 1));
    }
    return 0;
}
