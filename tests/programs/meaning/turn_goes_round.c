// expect: safe
// expect -DBAD_DROPPED: unsafe error-call @one
// expect -DBAD_NO_TURN: unsafe null-dereference @whose
// Players in a list of which exactly one has the turn, kept in a flag; whose turn it is is found without a test for the end.
#include <stdbool.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
struct player {
    struct player *next;
    bool turn;
};

static struct player *join(struct player *others, bool turn) {
    struct player *p = malloc(sizeof *p);
    if (!p) exit(1);
    p->next = others;
    p->turn = turn;
    return p;
}

static struct player *whose(struct player *p) {
    while (!p->turn) p = p->next;  // @whose
    return p;
}

static void pass_on(struct player *players) {
    struct player *p = whose(players);
#ifdef BAD_NO_TURN
    p->turn = false;
    if (p->next) p->next->turn = true;
#else
    p->turn = false;
    if (p->next)
        p->next->turn = true;
    else
        players->turn = true;
#endif
#ifdef BAD_DROPPED
    if (p->next && !p->next->next) p->turn = true;
#endif
}

int main(void) {
    struct player *players = join(NULL, true);
    while (__VERIFIER_nondet_int()) players = join(players, false);
    while (__VERIFIER_nondet_int()) pass_on(players);
    struct player *p = whose(players);
    for (p = p->next; p; p = p->next)
        if (p->turn) reach_error();  // @one
    while (players) {
        p = players;
        players = p->next;
        free(p);
    }
    return 0;
}
