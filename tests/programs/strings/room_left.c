// expect: safe
// expect -DBAD_LEFT: unsafe out-of-bounds @end
// expect -DBAD_GROWTH: unsafe out-of-bounds @end
// Characters that are put at the end of a string, and a zero behind them: whether there is room for both is asked by how much is left.
#include <stdlib.h>

int __VERIFIER_nondet_int(void);

#ifdef BAD_LEFT
#define NEEDED 1
#else
#define NEEDED 2
#endif
#ifdef BAD_GROWTH
#define GROWN(n) ((n) + 0)
#else
#define GROWN(n) ((n) + (n) / 2 + 1)
#endif

int main(void) {
    size_t used = 0, room = 4;
    char *s = malloc(room);
    if (!s) exit(1);
    s[0] = 0;
    while (__VERIFIER_nondet_int()) {
        if (room - used < NEEDED) {
            room = GROWN(room);
            char *longer = realloc(s, room);
            if (!longer) exit(1);
            s = longer;
        }
        s[used++] = 'x';
        s[used] = 0;  // @end
    }
    free(s);
    return 0;
}
