// expect: safe
// expect -DBAD: unsafe use-after-free @bad
// Free list kept in a static local; allocate, release, and shut down.
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct buf {
    struct buf *link;
    char data[24];
};
static struct buf **pool(void) {
    static struct buf *free_list;
    return &free_list;
}
static struct buf *get(void) {
    struct buf **p = pool(), *b = *p;
    if (b)
        *p = b->link;
    else
        b = malloc(sizeof *b);
    b->link = NULL;
    return b;
}
static void put(struct buf *b) {
    struct buf **p = pool();
    b->link = *p;
    *p = b;
}
static void shutdown(void) {
    struct buf **p = pool();
    while (*p) {
        struct buf *b = *p;
        *p = b->link;  // @bad
        free(b);
    }
}
int main(void) {
    struct buf *a = NULL, *b = NULL;
    while (__VERIFIER_nondet_int()) {
        if (!a) {
            a = get();
            a->data[0] = 1;
        } else if (!b)
            b = get();
        else if (__VERIFIER_nondet_int()) {
            put(a);
#ifndef BAD
            a = NULL;
#else
            if (__VERIFIER_nondet_int())
                a = NULL;
            else {
                free(a);
                a = NULL;
            }
#endif
        } else {
            put(b);
            b = NULL;
        }
    }
    if (a) put(a);
    if (b) put(b);
    shutdown();
    return 0;
}
