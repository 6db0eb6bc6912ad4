// expect: safe
// expect -DSIZE: unsafe out-of-bounds @sum
// expect -DBACK: unsafe out-of-bounds @copy
// A structure gone through byte by byte: with the size of another one, and copied from its end to before its start.
#include <stddef.h>
#include <string.h>
extern int __VERIFIER_nondet_int(void);
struct small {
    int id;
    short kind;
};
struct large {
    int id;
    short kind;
    char name[12];
};

static unsigned sum_of(const void *p, size_t n) {
    unsigned sum = 0;
    for (const unsigned char *s = p, *end = s + n; s < end; s++) sum = sum * 31 + *s; // @sum
    return sum;
}

int main(void) {
    struct small x, y;
    memset(&x, 0, sizeof x);
    x.id = __VERIFIER_nondet_int();
    unsigned char *to = (unsigned char *)(&y + 1);
    const unsigned char *from = (const unsigned char *)(&x + 1);
#ifdef BACK
    do *--to = *--from; // @copy
    while (from >= (const unsigned char *)&x);
#else
    do *--to = *--from;
    while (from > (const unsigned char *)&x);
#endif
#ifdef SIZE
    return sum_of(&y, sizeof(struct large)) > 3;
#else
    return sum_of(&y, sizeof y) > 3;
#endif
}
