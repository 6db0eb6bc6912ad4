// expect: unsafe error-call 44
// Seeded: the first node is not found
// The node with a key is removed if it is there; a pointer that the caller holds to another node stays good.
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

struct node {
    int key;
    struct node *next;
};

static int remove_key(struct node **list, int key) {
    struct node *prev = *list, *n = prev->next;
    while (n && n->key != key) {
        prev = n;
        n = n->next;
    }
    if (!n) return 0;
    if (prev)
        prev->next = n->next;
    else
        *list = n->next;
    free(n);
    return 1;
}

int main(void) {
    struct node *list = NULL, *kept = NULL;
    while (__VERIFIER_nondet_int()) {
        struct node *n = malloc(sizeof *n);
        n->key = 1;
        n->next = list;
        list = n;
    }
    kept = malloc(sizeof *kept);
    kept->key = 5;
    kept->next = list;
    list = kept;
    if (remove_key(&list, 2)) reach_error();
    remove_key(&list, 1);
    if (kept->key != 5) reach_error();
    if (!remove_key(&list, 5)) reach_error();
    while (list) remove_key(&list, list->key);
    return 0;
}
