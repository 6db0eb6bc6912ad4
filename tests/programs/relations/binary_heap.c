// expect: safe
// expect -DCHILD: unsafe out-of-bounds @child
// expect -DROOM: unsafe out-of-bounds @push
// A heap in an array, parents before children: children looked for behind the last element, and one element too many.
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
struct heap {
    int *a;
    unsigned used, room;
};

static void swap(int *x, int *y) {
    int old = *x;
    *x = *y;
    *y = old;
}

static void push(struct heap *h, int value) {
#ifdef ROOM
    if (h->used > h->room) return;
#else
    if (h->used == h->room) return;
#endif
    unsigned i = h->used++;
    h->a[i] = value; // @push
    while (i > 0 && h->a[(i - 1) / 2] > h->a[i]) {
        swap(&h->a[(i - 1) / 2], &h->a[i]);
        i = (i - 1) / 2;
    }
}

static int pop(struct heap *h) {
    if (h->used == 0) return 0;
    int least = h->a[0];
    h->a[0] = h->a[--h->used];
#ifdef CHILD
    for (unsigned i = 0, child; (child = 2 * i + 1) <= h->room; i = child) {
#else
    for (unsigned i = 0, child; (child = 2 * i + 1) < h->used; i = child) {
#endif
        if (child + 1 < h->used && h->a[child + 1] < h->a[child]) child++;
        if (h->a[i] <= h->a[child]) break; // @child
        swap(&h->a[i], &h->a[child]);
    }
    return least;
}

int main(void) {
    struct heap h = {NULL, 0, __VERIFIER_nondet_uint()};
    if (h.room > 1 << 20 || !(h.a = malloc(h.room * sizeof *h.a))) return 1;
    for (int op = 0; (op = __VERIFIER_nondet_int());)
        if (op > 0) push(&h, op);
        else pop(&h);
    free(h.a);
    return 0;
}
