// expect: safe
// expect -DDRAIN: unsafe null-dereference @take
// expect -DFORGET: unsafe memory-leak @lost
// Free blocks are kept in a list of which at most a few are kept; a counter says whether there is one to be used again.
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
enum { MOST = 100 };
struct block {
    struct block *next;
    long payload[3];
};
static struct block *cache;
static int cached;

static struct block *get(void) {
    struct block *b;
#ifdef DRAIN
    if (cached >= 0) {
#else
    if (cached > 0) {
#endif
        b = cache;
        cache = b->next;  // @take
        cached--;
        return b;
    }
    b = malloc(sizeof *b);
    if (!b) exit(1);
    return b;
}

static void put(struct block *b) {
    if (cached >= MOST) {
        free(b);
        return;
    }
    b->next = cache;
    cache = b;
    cached++;
}

int main(void) {
    struct block *held = NULL;
    while (__VERIFIER_nondet_int()) {
        if (held) {
            put(held);
            held = NULL;
        } else {
            held = get();
            held->payload[0] = 1;
        }
#ifdef FORGET
        if (cached == 1) {
            cache = NULL;  // @lost
            cached = 0;
        }
#endif
    }
    if (held) put(held);
    while (cached > 0) free(get());
    return 0;
}
