// expect: safe
// expect -DLAST: unsafe use-after-free @winner
// expect -DKEEP: unsafe memory-leak @lost
// Players in a ring, of whom every k-th leaves until one is left: the ring is as long as the counter says.
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct player {
    struct player *next;
    int number;
};

static struct player *seat(struct player *last, int number) {
    struct player *p = malloc(sizeof *p);
    if (!p) exit(1);
    p->number = number;
    if (last) {
        p->next = last->next;
        last->next = p;
    } else {
        p->next = p;
    }
    return p;
}

int main(void) {
    struct player *last = NULL;
    size_t left = 0;
    int k = __VERIFIER_nondet_int();
    do {
        last = seat(last, (int)left);
        left++;
    } while (__VERIFIER_nondet_int());
#ifdef LAST
    while (left > 0) {
#else
    while (left > 1) {
#endif
        for (int i = 1; i < k; i++) last = last->next;
        struct player *out = last->next;
        last->next = out->next;
#ifndef KEEP
        free(out);
#endif
        left--;
    }  // @lost
    int winner = last->number;  // @winner
    free(last);
    return winner & 1;
}
