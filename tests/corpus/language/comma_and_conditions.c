// SPDX-License-Identifier: MIT
// Order of evaluation where C fixes it: comma, short circuit, conditional, increments.
// run: inputs=0 -> ok
// run: inputs=5 -> ok
// run: SHORT inputs=0 -> null-dereference @short
// also: -m32
#include <stdio.h>

int __VERIFIER_nondet_int(void);

static int calls;
static int note(int v) {
    calls = calls * 10 + v;
    return v;
}

struct list {
    int v;
    struct list *next;
};

int main(void) {
    int n = __VERIFIER_nondet_int();
    struct list tail = {2, NULL}, head = {1, &tail}, *p = n ? &head : NULL;
#ifdef SHORT
    if (p->v == 1 || p == NULL) puts("one"); // @short
#endif
    if (p && p->v == 1 && p->next && p->next->v == 2) puts("both");
    int r = (note(1), note(2)) + (note(0) && note(3)) + (note(4) || note(5));
    printf("%d %d\n", r, calls);
    int x = n ? note(6) : note(7);
    int y = n > 3 ? n < 6 ? 10 : 20 : 30;
    printf("%d %d %d\n", x, y, !!n);
    int a[4] = {0}, i = 0;
    a[i++] = i;
    a[i] = ++i;
    for (int j = 0, k = 3; j < k; j++, k--) a[j] ^= a[k] ^= a[j] + k;
    printf("%d %d %d %d %d\n", a[0] != 99, a[1], a[2], a[3], i);
    p = &head;
    int total = 0;
    do total += p->v;
    while ((p = p->next) != NULL);
    printf("%d\n", total);
    return calls % 256;
}
