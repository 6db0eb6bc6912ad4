// expect: unsafe memory-leak 48
// Seeded: a removed device is not freed
// Kernel-style cyclic doubly linked lists with container_of and an iteration that is safe against removal.
#include <assert.h>
#include <stddef.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct list_head {
    struct list_head *next, *prev;
};

#define container_of(ptr, type, member) ((type *)((char *)(ptr) - offsetof(type, member)))
#define list_for_each_safe(pos, n, head) for (pos = (head)->next, n = pos->next; pos != (head); pos = n, n = pos->next)

static void list_init(struct list_head *h) {
    h->next = h->prev = h;
}

static void list_add_tail(struct list_head *e, struct list_head *h) {
    e->prev = h->prev;
    e->next = h;
    h->prev->next = e;
    h->prev = e;
}

static void list_del(struct list_head *e) {
    e->prev->next = e->next;
    e->next->prev = e->prev;
}

struct device {
    int id;
    struct list_head node;
    int removed;
};

int main(void) {
    struct list_head devices, *pos, *n;
    list_init(&devices);
    for (int i = 0; __VERIFIER_nondet_int(); i++) {
        struct device *d = malloc(sizeof *d);
        d->id = i;
        d->removed = __VERIFIER_nondet_int();
        list_add_tail(&d->node, &devices);
    }
    list_for_each_safe(pos, n, &devices) {
        struct device *d = container_of(pos, struct device, node);
        if (d->removed) {
            list_del(pos);
        }
    }
    list_for_each_safe(pos, n, &devices) {
        struct device *d = container_of(pos, struct device, node);
        list_del(&d->node);
        free(d);
    }
    assert(devices.next == &devices && devices.prev == &devices);
    return 0;
}
