// SPDX-License-Identifier: MIT
// Merge sort of a list: split by two speeds, merge through a link pointer.
// run: inputs=6,5,2,9,1,7,3 -> ok
// run: inputs=2,2,1 -> ok
// run: inputs=0 -> ok
// run: FAST inputs=3,3,2,1 -> null-dereference @fast
// run: TAIL inputs=2,9,4 -> uninitialised-pointer @tail
// also: -m32
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>

int __VERIFIER_nondet_int(void);

struct n {
    int k;
    struct n *next;
};

static struct n *halve(struct n *l) {
    struct n *slow = l, *fast = l->next;
#ifdef FAST
    while (fast != NULL) {
        slow = slow->next;
        fast = fast->next->next; // @fast
    }
#else
    while (fast != NULL && fast->next != NULL) {
        slow = slow->next;
        fast = fast->next->next;
    }
#endif
    struct n *second = slow->next;
    slow->next = NULL;
    return second;
}

static struct n *merge(struct n *a, struct n *b) {
#ifdef TAIL
    struct n *head, **end;
    *end = a; // @tail
    end = &head;
#else
    struct n *head = NULL, **end = &head;
#endif
    while (a && b) {
        struct n **least = a->k <= b->k ? &a : &b;
        *end = *least;
        end = &(*least)->next;
        *least = (*least)->next;
    }
    *end = a ? a : b;
    return head;
}

static struct n *sort(struct n *l) {
    if (l == NULL || l->next == NULL) return l;
    struct n *second = halve(l);
    return merge(sort(l), sort(second));
}

int main(void) {
    struct n *l = NULL;
    for (int n = __VERIFIER_nondet_int(); n > 0; n--) {
        struct n *p = malloc(sizeof *p);
        p->k = __VERIFIER_nondet_int();
        p->next = l;
        l = p;
    }
    l = sort(l);
    while (l) {
        struct n *next = l->next;
        assert(next == NULL || l->k <= next->k);
        printf("%d\n", l->k);
        free(l);
        l = next;
    }
    return 0;
}
