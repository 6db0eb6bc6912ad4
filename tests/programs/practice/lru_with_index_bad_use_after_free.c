// expect: unsafe use-after-free 20
// Seeded: the array keeps the node that was thrown out
// A cache of at most two keys: an array finds the node, a list orders the nodes by their last use.
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

enum { KEYS = 2, ROOM = 1 };

struct node {
    struct node *newer, *older;
    unsigned key;
};

static struct node *by_key[KEYS], *newest, *oldest;
static int used;

static void unlink_node(struct node *n) {
    if (n->newer)
        n->newer->older = n->older;
    else
        newest = n->older;
    if (n->older)
        n->older->newer = n->newer;
    else
        oldest = n->newer;
}

static void use(unsigned key) {
    struct node *n = by_key[key];
    if (n) {
        unlink_node(n);
    } else {
        if (used == ROOM) {
            struct node *out = oldest;
            unlink_node(out);
            free(out);
            used--;
        }
        n = malloc(sizeof *n);
        n->key = key;
        by_key[key] = n;
        used++;
    }
    n->newer = NULL;
    n->older = newest;
    if (newest)
        newest->newer = n;
    else
        oldest = n;
    newest = n;
}

int main(void) {
    while (__VERIFIER_nondet_int()) {
        unsigned key = (unsigned)__VERIFIER_nondet_int() % KEYS;
        use(key);
        if (newest->key != key) reach_error();
    }
    while (oldest) {
        struct node *n = oldest;
        unlink_node(n);
        free(n);
    }
    return 0;
}
