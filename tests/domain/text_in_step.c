// expect: safe
// expect -DOPEN: unsafe out-of-bounds @other
// expect -DPAST: unsafe out-of-bounds @rest
// expect -DENDLESS: unsafe out-of-bounds @span
// expect -DBLIND: unsafe out-of-bounds @index
// Two strings are read in step, each up to where they differ: what is equal to a character that ends nothing ends nothing.
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);

static int compare(const char *a, const char *b) {
    while (*a == *b) {  // @other
#ifdef OPEN
        if (*a == 1) return 0;
#else
        if (*a == 0) return 0;
#endif
        a++;
        b++;
    }
    return *a < *b ? -1 : 1;
}

// How many characters of a, from the first, are none of b.
static long span(const char *a, const char *b) {
    for (const char *p = a;;) {
        char c = *p++;
        const char *q = b;
        char d;
        do {
            d = *q++;  // @span
            if (d == c) return p - 1 - a;
#ifdef ENDLESS
        } while (d != 'x');
#else
        } while (d != 0);
#endif
    }
}

static int differ_at(const char *a, const char *b) {
    int i = 0;
#ifdef BLIND
    for (; a[i] == b[i]; i++) continue;  // @index
#else
    for (; a[i] == b[i] && a[i]; i++) continue;
#endif
    return i;
}

static const char *find(const char *text, const char *word) {
    for (; *text; text++) {
        const char *t = text, *w = word;
        while (*w && *w == *t) {
            w++;
            t++;
        }
        if (*w == 0) return text;
    }
#ifdef PAST
    text++;
#endif
    return *text ? text : 0;  // @rest
}

static char *string(int n) {
    char *s = malloc(n);
    for (int i = 0; i < n - 1; i++) s[i] = (char)__VERIFIER_nondet_int();
    s[n - 1] = 0;
    return s;
}

int main(void) {
    int n = __VERIFIER_nondet_int(), m = __VERIFIER_nondet_int();
    if (n < 1 || m < 1) return 0;
    char *a = string(n), *b = string(m);
    compare(a, b);
    span(a, b);
    differ_at(a, b);
    find(a, b);
    free(a);
    free(b);
    return 0;
}
