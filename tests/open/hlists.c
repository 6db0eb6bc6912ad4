// SPDX-License-Identifier: MIT
// Lists in the manner of Linux' hlist: nodes of links alone, each of which knows the pointer that leads to it.
#include <stddef.h>
#include <stdlib.h>

struct hnode {
    struct hnode *next, **pprev;
};
struct hhead {
    struct hnode *first;
};

// contract: requires hlist(n, next, pprev) of struct hnode
// contract: ensures hlist(n, next, pprev) of struct hnode or object(n) of struct hnode
// contract: frees nothing
void hlist_delete(struct hnode *n) {  // expect: safe
    struct hnode *next = n->next, **pprev = n->pprev;
    *pprev = next;
    if (next) next->pprev = pprev;
}

void hlist_delete_last(struct hnode *n) {  // expect: null-dereference
    *n->pprev = n->next;
    n->next->pprev = n->pprev;  // fault
}

void hlist_delete_early(struct hnode *n) {  // expect: unsafe use-after-free
    free(n);
    *n->pprev = n->next;  // fault
}

void hlist_add_head(struct hnode *n, struct hhead *h) {  // expect: safe
    struct hnode *first = h->first;
    n->next = first;
    if (first) first->pprev = &n->next;
    h->first = n;
    n->pprev = &h->first;
}

void hlist_add_before(struct hnode *n, struct hnode *next) {  // expect: safe
    n->pprev = next->pprev;
    n->next = next;
    next->pprev = &n->next;
    *n->pprev = n;
}

void hlist_add_behind(struct hnode *n, struct hnode *prev) {  // expect: safe
    n->next = prev->next;
    prev->next = n;
    n->pprev = &prev->next;
    if (n->next) n->next->pprev = &n->next;
}

void hlist_move(struct hhead *from, struct hhead *to) {  // expect: safe
    to->first = from->first;
    if (to->first) to->first->pprev = &to->first;
    from->first = NULL;
}

void hlist_move_unasked(struct hhead *from, struct hhead *to) {  // expect: null-dereference
    to->first = from->first;
    to->first->pprev = &to->first;  // fault
    if (!from->first) abort();
    from->first = NULL;
}

struct hnode *hlist_pop(struct hhead *h) {  // expect: safe
    struct hnode *n = h->first;
    if (n) hlist_delete(n);
    return n;
}

void hlist_release(struct hhead *h) {  // expect: safe
    for (struct hnode *n = h->first, *next; n; n = next) {
        next = n->next;
        hlist_delete(n);
        free(n);
    }
}

void hlist_release_late(struct hhead *h) {  // expect: unsafe use-after-free
    for (struct hnode *n = h->first; n; n = n->next) {  // fault
        hlist_delete(n);
        free(n);
    }
}

struct hnode *hlist_grow(struct hhead *h) {  // expect: safe
    struct hnode *n = malloc(sizeof *n);
    if (n) hlist_add_head(n, h);
    return n;
}
