// expect: safe
// expect -DONE_MORE: unsafe out-of-bounds @fill
// expect -DTWICE: unsafe out-of-bounds @pad
// expect -DBEFORE: unsafe out-of-bounds @back
// expect -DLONGER: unsafe out-of-bounds @last
// expect -DSIGNED: unsafe out-of-bounds @sum
// A pointer or an index goes up, or down, as a counter goes down to 0.
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);

static void fill(char *p, size_t n, char c) {
#ifdef ONE_MORE
    n++;
#endif
    while (n--) *p++ = c;  // @fill
}

// At most n characters, and zeros behind a shorter string.
static void copy(char *to, const char *from, size_t n) {
    if (!n) return;
    do {
        if ((*to++ = *from++) == 0) {
#ifdef TWICE
            while (n-- != 0) *to++ = 0;  // @pad
#else
            while (--n != 0) *to++ = 0;
#endif
            return;
        }
    } while (--n != 0);
}

static size_t copy_cut(char *to, const char *from, size_t size) {
    char *t = to;
    const char *f = from;
    size_t n = size;
#ifdef LONGER
    n++;
#endif
    if (n)
        while (--n)
            if (!(*t++ = *f++)) break;
    if (!n) {
        if (size) *t = 0;  // @last
        while (*f++) continue;
    }
    return f - from - 1;
}

static const char *last(const char *p, char c, size_t n) {
    for (p += n; n--;)
        if (*--p == c) return p;
#ifdef BEFORE
    return *--p ? p : 0;  // @back
#else
    return 0;
#endif
}

static int sum(const int *a, int n) {
    int i = 0, total = 0;
#ifdef SIGNED
    while (n--) total += a[i++];  // @sum
#else
    while (n-- > 0) total += a[i++];
#endif
    return total;
}

int main(void) {
    int n = __VERIFIER_nondet_int(), room = __VERIFIER_nondet_int(), length = __VERIFIER_nondet_int(), count = __VERIFIER_nondet_int();
    if (n < 0 || room < 1 || n > room || length < 1 || count < 1) return 0;
    char *to = malloc(room), *from = malloc(length);
    fill(to, n, 'a');
    fill(from, length, 'b');
    from[length - 1] = 0;
    copy(to, from, n);
    copy_cut(to, from, room);
    last(from, 'b', length);
    int *a = calloc(count, sizeof *a);
#ifdef SIGNED
    sum(a, __VERIFIER_nondet_int() ? count : -1);
#else
    sum(a, count);
#endif
    free(a);
    free(to);
    free(from);
    return 0;
}
