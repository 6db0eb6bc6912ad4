// expect: safe
// expect -DBEHIND: unsafe out-of-bounds @fill
// expect -DBEFORE: unsafe out-of-bounds @last
// expect -DREST: unsafe out-of-bounds @count
// expect -DODD: unsafe out-of-bounds @word
// expect -DSOME: unsafe out-of-bounds @some
// Elements that are larger than a byte, gone through by a pointer up to the end, down to the first, and for as long as some are left: where the pointer is
// not the end, it is a whole element below.
#include <stdlib.h>
extern unsigned __VERIFIER_nondet_uint(void);
struct reading {
    int at;
    long value;
};

static void fill(struct reading *first, struct reading *end) {
#ifdef BEHIND
    for (struct reading *r = first; r <= end; r++) r->value = 1; // @fill
#else
    for (struct reading *r = first; r != end; r++) r->value = 1;
#endif
}

static struct reading *find_last(struct reading *first, struct reading *end, long value) {
#ifdef BEFORE
    while (end >= first)
#else
    while (end > first)
#endif
        if ((--end)->value == value) return end; // @last
    return NULL;
}

static int count(const struct reading *r, const struct reading *end) {
    int n = 0;
#ifdef REST
    while (end - r >= 0)
#else
    while (end - r > 0)
#endif
        n += (r++)->value > 0; // @count
    return n;
}

static long sum(const int *words, size_t n) {
    long all = 0;
#ifdef ODD
    for (const int *w = words + n; w != words; w--) all += *w; // @word
#else
    for (const int *w = words + n; w != words;) all += *--w;
#endif
    return all;
}

static void mark(int *words, int *end, int *some) {
    for (int *w = words; w != end; w++) *w = 3;
#ifdef SOME
    if (some <= end) *some = 4; // @some
#else
    if (some < end) *some = 4;
#endif
}

int main(void) {
    unsigned n = __VERIFIER_nondet_uint();
    if (n > 1000000) return 1;
    struct reading *all = calloc(n, sizeof *all);
    int *words = calloc(n, sizeof *words);
    if (!all || !words) {
        free(all);
        free(words);
        return 1;
    }
    fill(all, all + n);
    mark(words, words + n, words + __VERIFIER_nondet_uint() % 5000);
    struct reading *last = find_last(all, all + n, 1);
    if (last) last->at = count(all, last) + count(last, all + n);
    long result = sum(words, n);
    free(words);
    free(all);
    return result != 0;
}
