// SPDX-License-Identifier: MIT
// Lists in the style of a kernel: hlist with pprev, READ_ONCE, poison after delete, typeof.
// run: inputs=4 -> ok
// run: inputs=1 -> ok
// run: POISON inputs=2 -> out-of-bounds @poison
// run: UNHASHED inputs=2 -> use-after-free @unhashed
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>

int __VERIFIER_nondet_int(void);

struct hnode {
    struct hnode *next, **pprev;
};
struct hhead {
    struct hnode *first;
};
struct entry {
    int key;
    struct hnode link;
};

#define READ_ONCE(x) (*(const volatile __typeof__(x) *)&(x))
#define entry_of(p) ({ const __typeof__(((struct entry *)0)->link) *p_ = (p); (struct entry *)((char *)p_ - offsetof(struct entry, link)); })
#define each(pos, head) for (pos = (head)->first ? entry_of((head)->first) : NULL; pos; pos = pos->link.next ? entry_of(pos->link.next) : NULL)

static struct hhead buckets[4];

static void add(struct hnode *n, struct hhead *h) {
    n->next = READ_ONCE(h->first);
    if (n->next) n->next->pprev = &n->next;
    h->first = n;
    n->pprev = &h->first;
}

static void del(struct hnode *n) {
    *n->pprev = n->next;
    if (n->next) n->next->pprev = n->pprev; // @unhashed
    n->next = (void *)0x100100;
    n->pprev = (void *)0x200200;
}

int main(void) {
    int n = __VERIFIER_nondet_int(), sum = 0;
    struct entry *e = NULL;
    for (int i = 0; i < n; i++) {
        e = malloc(sizeof *e);
        e->key = i * 3;
        add(&e->link, &buckets[e->key % 4]);
        struct entry *twin = malloc(sizeof *twin);
        twin->key = i * 3 + 4;
        add(&twin->link, &buckets[twin->key % 4]);
    }
#ifdef POISON
    del(&e->link);
    printf("%d\n", entry_of(e->link.next)->key); // @poison
#endif
    for (int b = 0; b < 4; b++) {
        each(e, &buckets[b]) {
            printf("%d ", e->key);
            sum += e->key;
        }
        while (buckets[b].first) {
            e = entry_of(buckets[b].first);
#ifdef UNHASHED
            free(entry_of(e->link.next));
#endif
            del(&e->link);
            free(e);
        }
    }
    printf("= %d\n", sum);
    return 0;
}
