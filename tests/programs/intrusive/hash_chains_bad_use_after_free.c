// expect: unsafe use-after-free 35
// Seeded: the link behind a removed node is not moved
// Chains with a pointer to the link that leads to the node, so that a node leaves without its head.
#include <stddef.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct hnode {
    struct hnode *next, **pprev;
};

struct hhead {
    struct hnode *first;
};

struct inode {
    unsigned number;
    struct hnode chain;
};

#define INODE(h) ((struct inode *)((char *)(h) - offsetof(struct inode, chain)))

enum { BUCKETS = 2 };
static struct hhead table[BUCKETS];

static void hadd(struct hhead *h, struct hnode *n) {
    n->next = h->first;
    if (h->first) h->first->pprev = &n->next;
    h->first = n;
    n->pprev = &h->first;
}

static void hdel(struct hnode *n) {
    *n->pprev = n->next;
}

int main(void) {
    for (unsigned i = 0; __VERIFIER_nondet_int(); i++) {
        struct inode *in = malloc(sizeof *in);
        in->number = i;
        hadd(&table[i % BUCKETS], &in->chain);
    }
    for (unsigned b = 0; b < BUCKETS; b++) {
        struct hnode *n = table[b].first;
        while (n) {
            struct hnode *next = n->next;
            if (INODE(n)->number > 0) {
                hdel(n);
                free(INODE(n));
            }
            n = next;
        }
    }
    for (unsigned b = 0; b < BUCKETS; b++)
        while (table[b].first) {
            struct inode *in = INODE(table[b].first);
            hdel(&in->chain);
            free(in);
        }
    return 0;
}
