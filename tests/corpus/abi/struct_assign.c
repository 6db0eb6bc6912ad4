// SPDX-License-Identifier: MIT
// Struct copies: self-assignment, through pointers, arrays in structs, swaps, copies of owners.
// run: inputs=1 -> ok
// run: inputs=0 -> ok
// run: OWNER inputs=1 -> double-free @owner
// run: OVERWRITE inputs=1 -> memory-leak @overwrite
// also: -m32
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int __VERIFIER_nondet_int(void);

struct owner {
    char *text;
    int parts[5];
    struct { short a; long b; } inner[2];
};

static void swap(struct owner *a, struct owner *b) {
    struct owner t = *a;
    *a = *b;
    *b = t;
}

int main(void) {
    int which = __VERIFIER_nondet_int();
    struct owner a = {.text = strdup("alpha"), .parts = {1, 2, 3, 4, 5}, .inner[1] = {7, 70}};
    struct owner b = {strdup("beta"), {9}, {{1, 2}, {3, 4}}};
    struct owner *p = which ? &a : &b;
    *p = *p;
    swap(&a, p);
    swap(&a, &b);
    printf("%s %d %ld | %s %d %ld\n", a.text, a.parts[4], a.inner[1].b, b.text, b.parts[4], b.inner[1].b);
    struct owner c[3] = {[1] = a};
    c[2] = c[1];
    c[0].inner[0] = c[2].inner[1];
    printf("%d %ld %s\n", c[0].inner[0].a, c[0].inner[0].b, c[2].text);
#ifdef OVERWRITE
    c[1].text = c[2].text = NULL;
    c[0] = b;
    c[0].text = NULL;
    a = c[0]; // @overwrite
#endif
    free(a.text);
#ifdef OWNER
    free(c[2].text); // @owner
#endif
    free(b.text);
    return 0;
}
