// SPDX-License-Identifier: MIT
// A cache with least-recently-used eviction: one array of slots and one list of use.
// run: inputs=8,1,2,3,1,4,5,1,2 -> ok
// run: inputs=3,9,9,9 -> ok
// run: EVICT inputs=5,1,2,3,4,1 -> use-after-free @evict
// run: KEEP inputs=4,1,2,3,4 -> memory-leak @keep
// also: -m32
#include <stdio.h>
#include <stdlib.h>

int __VERIFIER_nondet_int(void);

#define SLOTS 16
#define CAPACITY 3

struct page {
    int number;
    struct page *newer, *older;
};

static struct page *table[SLOTS];
static struct page *newest, *oldest;
static int count;

static void detach(struct page *p) {
    if (p->newer) p->newer->older = p->older;
    else newest = p->older;
    if (p->older) p->older->newer = p->newer;
    else oldest = p->newer;
}

static void attach(struct page *p) {
    p->newer = NULL;
    p->older = newest;
    if (newest) newest->newer = p;
    else oldest = p;
    newest = p;
}

static void evict(void) {
    struct page *p = oldest;
    detach(p);
#ifndef EVICT
    table[p->number % SLOTS] = NULL;
#endif
    count--;
    printf("evict %d\n", p->number);
#ifdef KEEP
    p = NULL; // @keep
#else
    free(p);
#endif
}

static void touch(int number) {
    struct page *p = table[number % SLOTS];
    if (p && p->number == number) { // @evict
        detach(p);
        attach(p);
        return;
    }
    if (count == CAPACITY) evict();
    p = malloc(sizeof *p);
    p->number = number;
    table[number % SLOTS] = p;
    attach(p);
    count++;
}

int main(void) {
    int n = __VERIFIER_nondet_int();
    while (n--) touch(__VERIFIER_nondet_int());
    for (struct page *p = newest; p; p = p->older) printf("%d ", p->number);
    printf("\n");
    while (count) evict();
    return 0;
}
