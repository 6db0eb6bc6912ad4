// SPDX-License-Identifier: MIT
// A ring buffer with head and tail counters.
// run: inputs=3,1,2,3 -> ok
// run: inputs=8,1,2,3,4,5,6,7,8 -> ok
// run: inputs=12,1,2,3,4,5,6,7,8,9,10,11,12 -> ok
// run: MASK inputs=10,1,2,3,4,5,6,7,8,9,10 -> out-of-bounds @mask
// run: EMPTY inputs=0 -> error-call @empty
// also: -m32
#include <stdio.h>

int __VERIFIER_nondet_int(void);
void reach_error(void);

#define SIZE 8u

struct ring {
    unsigned head, tail;
    int data[SIZE];
};

static int put(struct ring *r, int v) {
#ifdef MASK
    r->data[r->head] = v; // @mask
    r->head++;
#else
    if (r->head - r->tail == SIZE) return 0;
    r->data[r->head++ % SIZE] = v;
#endif
    return 1;
}

static int get(struct ring *r) {
    if (r->head == r->tail) reach_error(); // @empty
    return r->data[r->tail++ % SIZE];
}

int main(void) {
    struct ring r = {0};
    int n = __VERIFIER_nondet_int(), dropped = 0;
    for (int i = 0; i < n; i++) dropped += !put(&r, __VERIFIER_nondet_int());
#ifdef EMPTY
    printf("%d\n", get(&r));
#endif
    while (r.head != r.tail) printf("%d ", get(&r));
    printf("dropped %d\n", dropped);
    return dropped;
}
