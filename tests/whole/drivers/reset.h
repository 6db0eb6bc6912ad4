// SPDX-License-Identifier: MIT
// Bus resets: who wants to know of them.

struct reset_notification {
    struct list link;
    struct device *device;
    unsigned context, generation, delivered;
};

static enum status reset_register(struct device *d, unsigned context) {
    for (struct list *e = d->resets.next; e != &d->resets; e = e->next) {
        struct reset_notification *n = ENTRY(e, struct reset_notification, link);
        if (n->context == context) return BUSY;
    }
    struct reset_notification *n = malloc(sizeof *n);
    if (!n) return NO_MEMORY;
    n->device = d;
    n->context = context;
    n->generation = d->generation;
    n->delivered = 0;
    list_insert(&d->resets, &n->link);
    return SUCCESS;
}

static enum status reset_deregister(struct device *d, unsigned context) {
    for (struct list *e = d->resets.next; e != &d->resets; e = e->next) {  // @deregister
        struct reset_notification *n = ENTRY(e, struct reset_notification, link);
        if (n->context == context) {
            list_remove(&n->link);
            free(n);
#ifndef BAD_DEREGISTER
            return SUCCESS;
#endif
        }
    }
    return NOT_FOUND;
}

// Everyone who was not told of this generation yet is told now.
static unsigned reset_deliver(struct device *d) {
    unsigned told = 0;
    for (struct list *e = d->resets.next; e != &d->resets; e = e->next) {
        struct reset_notification *n = ENTRY(e, struct reset_notification, link);
        if (n->generation == n->device->generation) continue;
        n->generation = n->device->generation;
        n->delivered++;
        told++;
    }
    return told;
}

// Those that were told too often are put off.
static void reset_expire(struct device *d, unsigned limit) {
    struct list *e = d->resets.next;
    while (e != &d->resets) {
        struct reset_notification *n = ENTRY(e, struct reset_notification, link);
        struct list *next = e->next;
        if (n->delivered > limit) {
            list_remove(e);
            free(n);
        }
#ifdef BAD_EXPIRE
        next = e->next;  // @expire
#endif
        e = next;
    }
}

static enum status reset_bus(struct device *d) {
    d->generation++;
    enum status s = node_map_renew(d, __VERIFIER_nondet_uint());
    if (s != SUCCESS) return s;
    reset_deliver(d);
    pending_finish(d, 1, CANCELLED);
    return SUCCESS;
}

static void reset_populate(struct device *d) {
    while (__VERIFIER_nondet_int()) {
        if (reset_register(d, __VERIFIER_nondet_uint()) == NO_MEMORY) return;
    }
}

static void reset_clear(struct device *d) {
    struct list *e;
    while ((e = list_take(&d->resets))) free(ENTRY(e, struct reset_notification, link));
}

static enum status reset_dispatch(struct device *d, unsigned code, unsigned argument) {
    switch (code % 4) {
        case 0: return reset_register(d, argument);
        case 1: return reset_deregister(d, argument);
        case 2: reset_expire(d, argument); return SUCCESS;
        default: return reset_bus(d);
    }
}
