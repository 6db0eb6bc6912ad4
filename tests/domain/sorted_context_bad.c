// expect: unsafe use-after-free 12
// Numbers and words sorted with a context that is handed on, and looked for from the front.
#define _GNU_SOURCE
#include <search.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct order {
    int sign, *count;
};
static int by_order(const void *a, const void *b, void *context) {
    struct order *o = context;
    ++*o->count;
    return o->sign * ((*(const short *)a > *(const short *)b) - (*(const short *)a < *(const short *)b));
}
static int same(const void *a, const void *b) { return *(const short *)a != *(const short *)b; }
int main(void) {
    short numbers[6] = {0, 5, 1, 4, 2, 3}, key = (short)__VERIFIER_nondet_int();
    size_t n = 6;
    struct order *order = malloc(sizeof *order);
    if (!order) return 0;
    order->sign = -1;
    order->count = calloc(1, sizeof *order->count);
    if (!order->count) exit(1);
    free(order->count);
    qsort_r(numbers, n, sizeof *numbers, by_order, order);
    short *found = lfind(&key, numbers, &n, sizeof *numbers, same);
    if (found) *found = 0;
    free(order->count);
    free(order);
    return 0;
}
