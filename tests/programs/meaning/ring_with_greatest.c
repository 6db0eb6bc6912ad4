// expect: safe
// expect -DBAD_BEHIND: unsafe assertion-failure @sorted
// expect -DBAD_HEAD: unsafe assertion-failure @greatest
// A ring that is sorted from its head on, which has the greatest key and is met by every search at the latest.
#include <assert.h>
#include <limits.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
struct link {
    struct link *next, *prev;
    unsigned key;
};
#define HEAD_INIT(head) ((head)->key = UINT_MAX, (head)->next = (head)->prev = (head))

static void insert(struct link *head, unsigned key) {
    struct link *at = head->next, *n = malloc(sizeof *n);
    if (!n) exit(1);
    n->key = key;
    while (at->key < key) at = at->next;
#ifdef BAD_BEHIND
    if (at != head && at->key > key) at = at->next;
#endif
    n->prev = at->prev;
    n->next = at;
    at->prev->next = n;
    at->prev = n;
}

int main(void) {
    struct link head;
    HEAD_INIT(&head);
    while (__VERIFIER_nondet_int()) {
        unsigned key = __VERIFIER_nondet_uint();
        insert(&head, key);
#ifdef BAD_HEAD
        if (key == 3) head.prev->next->key = 5;
#endif
    }
    unsigned before = 0;
    for (struct link *l = head.next; l != &head; l = l->next) {
        assert(l->key >= before);  // @sorted
        before = l->key;
    }
    while (head.next != &head) {
        struct link *l = head.next;
        assert(l->key <= l->next->key && head.key == UINT_MAX);  // @greatest
        head.next = l->next;
        l->next->prev = &head;
        free(l);
    }
    return 0;
}
