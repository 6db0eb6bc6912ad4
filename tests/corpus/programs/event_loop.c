// SPDX-License-Identifier: MIT
// Subscribers called back from an event loop; one unsubscribes while it is called.
// run: inputs=2 -> ok
// run: inputs=5 -> ok
// run: DURING inputs=3 -> use-after-free @during
// run: UNOWNED inputs=2 -> memory-leak @unowned
// also: -m32
#include <stdio.h>
#include <stdlib.h>

int __VERIFIER_nondet_int(void);

struct subscriber {
    struct subscriber *next;
    void (*call)(struct subscriber *, int);
    int *total;
    int dead;
};

static struct subscriber *subscribers;

static struct subscriber *subscribe(void (*call)(struct subscriber *, int), int *total) {
    struct subscriber *s = malloc(sizeof *s);
    *s = (struct subscriber){subscribers, call, total, 0};
    return subscribers = s;
}

static void sweep(void) {
    for (struct subscriber **link = &subscribers; *link;) {
        struct subscriber *s = *link;
        if (!s->dead) {
            link = &s->next;
            continue;
        }
        *link = s->next;
#ifdef UNOWNED
        s = NULL; // @unowned
#else
        free(s);
#endif
    }
}

static void count(struct subscriber *s, int event) { *s->total += event; }
static void once(struct subscriber *s, int event) {
    printf("once %d\n", event);
    s->dead = 1;
#ifdef DURING
    sweep();
#endif
}

static void fire(int event) {
    for (struct subscriber *s = subscribers; s; s = s->next) // @during
        s->call(s, event);
    sweep();
}

int main(void) {
    int total = 0, n = __VERIFIER_nondet_int();
    subscribe(count, &total);
    subscribe(once, NULL);
    subscribe(count, &total);
    for (int i = 1; i <= n; i++) fire(i);
    printf("%d\n", total);
    for (struct subscriber *s = subscribers; s; s = s->next) s->dead = 1;
    sweep();
    return subscribers != NULL;
}
