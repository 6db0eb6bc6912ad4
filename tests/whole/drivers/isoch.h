// SPDX-License-Identifier: MIT
// Isochronous transfers: resources with the buffers that are attached to them, and what waits to be detached.

enum { TALKING = 1, LISTENING = 2, STEPPED = 4 };

struct isoch_buffer {
    struct isoch_buffer *next;
    unsigned number, length, filled;
    unsigned char *bytes;
};

struct isoch_resource {
    struct list link;
    struct device *device;
    unsigned handle, channel, flags;
    struct isoch_buffer *attached;
};

struct isoch_detach {
    struct list link;
    struct device *device;
    struct request *request;
    struct isoch_buffer *buffers;
    unsigned patience;
};

// ---- buffers -----------------------------------------------------------------------------------------------------------------------------

static struct isoch_buffer *buffer_new(unsigned number, unsigned length) {
    struct isoch_buffer *b = malloc(sizeof *b);
    if (!b) return NULL;
    b->next = NULL;
    b->number = number;
    b->length = length % 32 + 1;
    b->filled = 0;
    b->bytes = malloc(b->length);
    if (!b->bytes) {
        free(b);
        return NULL;
    }
    return b;
}

static void buffers_free(struct isoch_buffer *b) {
    while (b) {
        struct isoch_buffer *next = b->next;
#ifndef BAD_BYTES
        free(b->bytes);
#endif
        free(b);  // @bytes
        b = next;
    }
}

// The buffers go to the end of a chain.
static void buffers_append(struct isoch_buffer **chain, struct isoch_buffer *b) {
    while (*chain) chain = &(*chain)->next;
    *chain = b;
}

// Takes those with a number out of a chain; returns them.
static struct isoch_buffer *buffers_extract(struct isoch_buffer **chain, unsigned number) {
    struct isoch_buffer *out = NULL;
    while (*chain) {
        struct isoch_buffer *b = *chain;
        if (b->number == number) {
            *chain = b->next;
            b->next = out;
            out = b;
        } else {
            chain = &b->next;
        }
    }
    return out;
}

static unsigned buffers_length(const struct isoch_buffer *b) {
    unsigned length = 0;
    for (; b; b = b->next) length += b->length;
    return length;
}

// ---- resources ---------------------------------------------------------------------------------------------------------------------------

static struct isoch_resource *resource_find(struct device *d, unsigned handle) {
    for (struct list *e = d->resources.next; e != &d->resources; e = e->next) {
        struct isoch_resource *r = ENTRY(e, struct isoch_resource, link);
        if (r->handle == handle) return r;
    }
    return NULL;
}

static enum status isoch_allocate(struct device *d, unsigned handle) {
    if (resource_find(d, handle)) return BUSY;
    struct isoch_resource *r = malloc(sizeof *r);
    if (!r) return NO_MEMORY;
    r->device = d;
    r->handle = handle;
    r->channel = handle % 64;
    r->flags = 0;
    r->attached = NULL;
    list_add_tail(&d->resources, &r->link);
    return SUCCESS;
}

static enum status isoch_free(struct device *d, unsigned handle) {
    struct isoch_resource *r = resource_find(d, handle);
    if (!r) return NOT_FOUND;
    if (r->flags & (TALKING | LISTENING)) return BUSY;
    list_remove(&r->link);
#ifndef BAD_ATTACHED
    buffers_free(r->attached);
#endif
    free(r);  // @attached
    return SUCCESS;
}

static enum status isoch_attach(struct device *d, unsigned handle, unsigned count) {
    struct isoch_resource *r = resource_find(d, handle);
    if (!r) return NOT_FOUND;
    struct isoch_buffer *chain = NULL;
    for (unsigned i = 0; i < count % 8; i++) {
        struct isoch_buffer *b = buffer_new(i, handle);
        if (!b) {
            buffers_free(chain);
            return NO_MEMORY;
        }
        b->next = chain;
        chain = b;
    }
    buffers_append(&r->attached, chain);
    return SUCCESS;
}

static enum status isoch_start(struct device *d, unsigned handle, unsigned flag) {
    struct isoch_resource *r = resource_find(d, handle);
    if (!r) return NOT_FOUND;
    if (r->flags & (TALKING | LISTENING)) return BUSY;
    if (!r->attached) return INVALID;
    r->flags |= flag;
    return SUCCESS;
}

static enum status isoch_stop(struct device *d, unsigned handle) {
    struct isoch_resource *r = resource_find(d, handle);
    if (!r) return NOT_FOUND;
    r->flags &= ~(unsigned)(TALKING | LISTENING);
    return SUCCESS;
}

// A packet for every resource that listens on its channel: it goes into the first buffer that has room.
static void isoch_receive(struct device *d, unsigned channel, unsigned char byte) {
    for (struct list *e = d->resources.next; e != &d->resources; e = e->next) {
        struct isoch_resource *r = ENTRY(e, struct isoch_resource, link);
        if (r->channel != channel || !(r->flags & LISTENING)) continue;
        struct isoch_buffer *b = r->attached;
        while (b && b->filled == b->length) b = b->next;
#ifdef BAD_ROOM
        b->bytes[b->filled++] = byte;  // @room
#else
        if (b) b->bytes[b->filled++] = byte;
#endif
    }
}

// ---- detaching ---------------------------------------------------------------------------------------------------------------------------

static void detach_finish(struct isoch_detach *t, enum status status) {
    request_finish(t->device, t->request, status);
    buffers_free(t->buffers);
    free(t);
}

// Buffers with a number are taken off a resource; while it works they have to wait.
static enum status isoch_detach(struct device *d, unsigned handle, unsigned number) {
    struct isoch_resource *r = resource_find(d, handle);
    if (!r) return NOT_FOUND;
    struct isoch_buffer *out = buffers_extract(&r->attached, number);
    if (!out) return NOT_FOUND;
    if (!(r->flags & (TALKING | LISTENING))) {
        buffers_free(out);
        return SUCCESS;
    }
    struct isoch_detach *t = malloc(sizeof *t);
    struct request *q = request_new(3, number);
    if (!t || !q) {
        buffers_free(out);
        if (q) request_free(q);
        free(t);
        return NO_MEMORY;
    }
    t->device = d;
    t->request = q;
    t->buffers = out;
    t->patience = 3;
    list_insert(&d->detached, &t->link);
    return PENDING;
}

// A tick of the timer: what has waited long enough is given back.
static void isoch_tick(struct device *d) {
    struct list *e = d->detached.next;
    while (e != &d->detached) {
        struct isoch_detach *t = ENTRY(e, struct isoch_detach, link);
#ifdef BAD_TICK
        if (t->patience-- == 0) {
            list_remove(&t->link);
            detach_finish(t, SUCCESS);
        }
        e = e->next;  // @tick
#else
        e = e->next;
        if (t->patience-- == 0) {
            list_remove(&t->link);
            detach_finish(t, SUCCESS);
        }
#endif
    }
}

static unsigned isoch_waiting(const struct device *d) {
    unsigned length = 0;
    for (const struct list *e = d->detached.next; e != &d->detached; e = e->next)
        length += buffers_length(ENTRY(e, const struct isoch_detach, link)->buffers);
    return length;
}

// ---- life --------------------------------------------------------------------------------------------------------------------------------

static void isoch_populate(struct device *d) {
    while (__VERIFIER_nondet_int()) {
        struct isoch_resource *r = malloc(sizeof *r);
        if (!r) return;
        r->device = d;
        r->handle = __VERIFIER_nondet_uint();
        r->channel = r->handle % 64;
        r->flags = STEPPED;
        r->attached = NULL;
        while (__VERIFIER_nondet_int()) {
            struct isoch_buffer *b = buffer_new(r->channel, r->handle);
            if (!b) break;
            b->next = r->attached;
            r->attached = b;
        }
        list_insert(&d->resources, &r->link);
    }
}

static void isoch_clear(struct device *d) {
    struct list *e;
    while ((e = list_take(&d->detached))) detach_finish(ENTRY(e, struct isoch_detach, link), CANCELLED);
    while ((e = list_take(&d->resources))) {
        struct isoch_resource *r = ENTRY(e, struct isoch_resource, link);
        buffers_free(r->attached);
        free(r);
    }
}

static enum status isoch_dispatch(struct device *d, unsigned code, unsigned argument) {
    unsigned handle = argument & 7, rest = argument >> 3;
    switch (code % 10) {
        case 0: return isoch_allocate(d, handle);
        case 1: return isoch_free(d, handle);
        case 2: return isoch_attach(d, handle, rest);
        case 3: return isoch_detach(d, handle, rest);
        case 4: return isoch_start(d, handle, TALKING);
        case 5: return isoch_start(d, handle, LISTENING);
        case 6: return isoch_stop(d, handle);
        case 7: isoch_receive(d, handle, (unsigned char)rest); return SUCCESS;
        case 8: return isoch_waiting(d) > 0 ? BUSY : SUCCESS;
        default: isoch_tick(d); return SUCCESS;
    }
}
