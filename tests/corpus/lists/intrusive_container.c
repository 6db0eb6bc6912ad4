// SPDX-License-Identifier: MIT
// A list whose links sit inside the objects; container_of finds the object.
// run: inputs=3,10,20,30 -> ok
// run: inputs=1,5 -> ok
// run: -> ok
// run: LINKFREE inputs=1,4 -> invalid-free @linkfree
// run: SENTINEL inputs=1,4 -> out-of-bounds @sentinel
// run: UNSAFE inputs=2,1,2 -> use-after-free @unsafe
// also: -m32
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>

int __VERIFIER_nondet_int(void);

struct link {
    struct link *next, *prev;
};

struct task {
    long weight;
    char name[12];
    struct link run;
};

#define container_of(ptr, type, member) ((type *)((char *)(ptr) - offsetof(type, member)))

static void link_before(struct link *where, struct link *l) {
    l->prev = where->prev;
    l->next = where;
    where->prev->next = l;
    where->prev = l;
}

static void link_del(struct link *l) {
    l->prev->next = l->next;
    l->next->prev = l->prev;
}

int main(void) {
    struct link head = {&head, &head};
    int n = __VERIFIER_nondet_int();
    for (int i = 0; i < n; i++) {
        struct task *t = malloc(sizeof *t);
        t->weight = __VERIFIER_nondet_int();
        snprintf(t->name, sizeof t->name, "task%d", i);
        link_before(&head, &t->run);
    }
    long sum = 0;
#ifdef SENTINEL
    struct link *end = head.prev->next->prev->next;
    sum += container_of(end, struct task, run)->weight; // @sentinel
#endif
    for (struct link *l = head.next; l != &head; l = l->next) {
        struct task *t = container_of(l, struct task, run);
        printf("%s %ld\n", t->name, t->weight);
        sum += t->weight;
    }
#ifdef UNSAFE
    for (struct link *l = head.next; l != &head; l = l->next) // @unsafe
        free(container_of(l, struct task, run));
#else
    while (head.next != &head) {
        struct link *l = head.next;
        link_del(l);
#ifdef LINKFREE
        free(l); // @linkfree
#else
        free(container_of(l, struct task, run));
#endif
    }
#endif
    printf("sum %ld\n", sum);
    return 0;
}
