// SPDX-License-Identifier: MIT
// Complex arithmetic, by value and through pointers.
// run: inputs=2 -> ok
// run: inputs=-3 -> ok
// also: -m32
#include <complex.h>
#include <stdio.h>

int __VERIFIER_nondet_int(void);

static double complex square(double complex z) { return z * z; }
static float complex half(float complex z) { return z / 2; }

int main(void) {
    int n = __VERIFIER_nondet_int();
    double complex z = n + 2.0 * I, w[3] = {1, I, z};
    z = square(z) + conj(w[2]);
    printf("%.2f %.2f\n", creal(z), cimag(z));
    float complex f = half(3.0f + (float)n * I);
    printf("%.2f %.2f\n", crealf(f), cimagf(f));
    double *parts = (double *)&w[2];
    printf("%.1f %.1f\n", parts[0], parts[1]);
    z = w[1] * w[1] + w[0];
    return z == 0;
}
