// SPDX-License-Identifier: MIT
// expect: unsafe out-of-bounds 27
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);
struct node {
    uintptr_t both;
    int value;
};

// What is the same wherever objects lie does not make a run uncertain, nor does a condition that leads to the fault both ways.
int main(void) {
    struct node *a = calloc(1, sizeof *a), *b = calloc(1, sizeof *b);
    char text[40], *copy, *bytes = malloc(8);
    uintptr_t tagged = (uintptr_t)a | 1;
    int n = 0;
    if (!a || !b || !bytes || (uintptr_t)a % 16 || (uintptr_t)bytes >= (uintptr_t)-4095 || (intptr_t)a < 0 || a == b) return 0;
    printf("%p\n", (void *)a);
    snprintf(text, sizeof text, "%p", (void *)b);
    for (unsigned i = 0; i < sizeof copy; i++) ((char *)&copy)[i] = ((char *)&bytes)[i];
    a->both = (uintptr_t)b ^ (uintptr_t)bytes;
    if (copy != bytes || copy + 8 - bytes != 8 || copy + 8 < bytes || (a->both ^ (uintptr_t)b) != (uintptr_t)copy) return 0;
    if ((struct node *)(tagged & ~(uintptr_t)3) != a) return 0;
    if (a < b) n = 1; else n = 2;
    if (n && __VERIFIER_nondet_int() == 7) *(char *)((a->both ^ (uintptr_t)b) + 8) = 1;
    free(bytes), free(b), free(a);
    return 0;
}
