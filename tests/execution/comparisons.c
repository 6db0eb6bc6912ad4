// expect: safe
// expect -DMAGNITUDE: open how large
// expect -DONE: open how large
// expect -DNARROW: open how large
// expect -DRETURNED: safe
// expect -DSTORED: safe
// expect -DLETTER: open how large
// expect -DLETTERS: safe
// expect -DNEGATED: open how large
// Of what strcmp gives, the sign is sure, and of isalpha whether it is zero.
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

static int table[512];
static char a[] = "a", b[] = "b";
static const char *words[4] = {"pear", "apple", "fig", "apple"};

static int by_name(const void *x, const void *y) {
    return strcmp(x, y);
}

struct entry {
    const char *name;
    int order;
};

int main(void) {
    int n = 0;
    for (int i = 0; i < 4; i++)
        for (int k = 0; k < 4; k++) {
            if (strcmp(words[i], words[k]) == 0) n++;
            if (strcmp(words[i], words[k]) < 0) n += 2;
            if (memcmp(words[i], words[k], 3) > 0) n += 3;
            if (!strncmp(words[i], words[k], 2)) n++;
        }
    table[n & 511] = 1;
#if defined MAGNITUDE
    table[256 + strcmp(b, a)] = 1;
#elif defined ONE
    if (strcmp(b, a) == 1) table[0]++;
#elif defined NARROW
    if ((signed char)strcmp(b, a)) table[0]++;
#elif defined RETURNED
    if (by_name(b, a) > 0 && by_name(a, a) <= 0) table[0]++;
#elif defined STORED
    struct entry e = {"a", strcmp(b, a)}, *p = malloc(sizeof *p);
    *p = e;
    if (p->order > 0) table[0]++;
    free(p);
#elif defined LETTER
    if ((isalpha)(a[0]) > 1) table[0]++;
#elif defined LETTERS
    for (const char *s = "a b1"; *s; s++) table[1] += isalpha((unsigned char)*s) ? toupper((unsigned char)*s) : 0;
#elif defined NEGATED
    if (-strcmp(b, a) < 0) table[0]++;
#endif
    return 0;
}
