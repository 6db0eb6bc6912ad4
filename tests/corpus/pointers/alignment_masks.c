// SPDX-License-Identifier: MIT
// Alignment by masks, tags in the low bits, a header found by rounding down.
// run: inputs=1 -> ok
// run: inputs=3 -> ok
// run: UNTAG inputs=1 -> out-of-bounds @untag
// run: BASE inputs=2 -> invalid-free @base
// also: -m32
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

int __VERIFIER_nondet_int(void);

struct page {
    int owner;
    char data[252];
};

static struct page *page_of(void *p) { return (struct page *)((uintptr_t)p & ~(uintptr_t)255); }

static void *tag(void *p, unsigned bits) { return (void *)((uintptr_t)p | bits); }
static unsigned bits_of(void *p) { return (uintptr_t)p & 3; }
static void *untag(void *p) { return (void *)((uintptr_t)p & ~(uintptr_t)3); }

int main(void) {
    unsigned n = (unsigned)__VERIFIER_nondet_int();
    char *raw = malloc(2 * 256 + 255);
    char *base = (char *)(((uintptr_t)raw + 255) & ~(uintptr_t)255);
    struct page *pages = (struct page *)base;
    pages[0].owner = 10;
    pages[1].owner = 20;
    printf("%d %d\n", page_of(&pages[1].data[200])->owner, page_of(pages->data)->owner);
    printf("%d\n", (int)(((uintptr_t)base & 255) == 0));
    int *number = malloc(sizeof *number);
    *number = 77;
    void *tagged = tag(number, n);
    printf("%u %d\n", bits_of(tagged), *(int *)untag(tagged));
#ifdef UNTAG
    tagged = tag(number, n | 2);
    printf("%d\n", *(int *)((char *)tagged + 1)); // @untag
#endif
    free(untag(tagged));
#ifdef BASE
    free(base + 256); // @base
#else
    free(raw);
#endif
    return 0;
}
