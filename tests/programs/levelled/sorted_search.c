// expect: safe
// expect -DBAD_END: unsafe null-dereference @down
// expect -DBAD_LOST: unsafe memory-leak @lost
// Keys in order, in a list of two levels that ends in null on both: insertion at any height, and a search that starts on the higher level and
// goes on where that leaves it, up to where the higher link leads.
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct node {
    int key;
    struct node *next, *jump;
};

static struct node *before(struct node *head, int key, struct node **high) {
    struct node *n = head;
    while (n->jump && n->jump->key < key) n = n->jump;
    *high = n;
#ifdef BAD_END
    while (n->next->key < key) n = n->next;  // @down
#else
    for (const struct node *end = n->jump; n->next != end && n->next->key < key;) n = n->next;
#endif
    return n;
}

static void insert(struct node *head, int key, int tall) {
    struct node *high, *low = before(head, key, &high), *n = malloc(sizeof *n);
    n->key = key;
    n->next = low->next;
    n->jump = NULL;
#ifdef BAD_LOST
    if (tall || key != 7) low->next = n;
#else
    low->next = n;
#endif
    if (tall) {
        n->jump = high->jump;
        high->jump = n;
    }
}  // @lost

static int has(struct node *head, int key) {
    struct node *high, *low = before(head, key, &high);
    return low->next && low->next->key == key;
}

int main(void) {
    struct node *head = malloc(sizeof *head);
    head->key = 0;
    head->next = head->jump = NULL;
    while (__VERIFIER_nondet_int()) insert(head, __VERIFIER_nondet_int(), __VERIFIER_nondet_int());
    int found = has(head, 7);
    while (head) {
        struct node *n = head->next;
        free(head);
        head = n;
    }
    return found;
}
