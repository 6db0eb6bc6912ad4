// expect: unsafe memory-leak 35
// Seeded: the last hand is not freed
// A list is dealt out to five lists in turn.
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

enum { HANDS = 5 };

struct card {
    struct card *next;
};

int main(void) {
    struct card *deck = NULL, *hand[HANDS];
    while (__VERIFIER_nondet_int()) {
        struct card *c = malloc(sizeof *c);
        c->next = deck;
        deck = c;
    }
    for (int i = 0; i < HANDS; i++) hand[i] = NULL;
    for (int i = 0; deck; i = (i + 1) % HANDS) {
        struct card *c = deck;
        deck = c->next;
        c->next = hand[i];
        hand[i] = c;
    }
    for (int i = 0; i < HANDS - 1; i++)
        while (hand[i]) {
            struct card *c = hand[i];
            hand[i] = c->next;
            free(c);
        }
    return 0;
}
